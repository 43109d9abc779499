// Small sounds, made on the spot: nothing is loaded.
import { settings } from "./settings.svelte";

export type Sound = "move" | "capture" | "crown" | "refused" | "end" | "low";

let context: AudioContext | undefined;
/** Everything goes through one volume. */
let output: GainNode | undefined;

/** A burst of noise, made once: a move has better things to do than thousands of random numbers. */
let noise: AudioBuffer | undefined;

function burst(audio: AudioContext): AudioBuffer {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 4;
  return buffer;
}

/** A knock of wood: the burst through a narrow band. */
function knock(audio: AudioContext, at: number, pitch: number, loudness: number) {
  const source = new AudioBufferSourceNode(audio, { buffer: (noise ??= burst(audio)) });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 4 });
  source.connect(band).connect(new GainNode(audio, { gain: loudness })).connect(output!);
  source.start(at);
}

/** A soft tone. */
function tone(audio: AudioContext, at: number, pitch: number, seconds: number, loudness: number) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(output!);
  source.start(at);
  source.stop(at + seconds);
}

const sounds: Record<Sound, (audio: AudioContext, now: number) => void> = {
  move: (audio, now) => knock(audio, now, 900, 1.2),
  capture: (audio, now) => [0, 0.09].forEach((later, n) => knock(audio, now + later, 700 + 300 * n, 1.4)),
  crown: (audio, now) => [523, 659, 784].forEach((pitch, n) => tone(audio, now + n * 0.09, pitch, 0.35, 0.15)),
  refused: (audio, now) => tone(audio, now, 150, 0.22, 0.25),
  end: (audio, now) => [392, 494, 587].forEach((pitch) => tone(audio, now, pitch, 0.9, 0.12)),
  low: (audio, now) => [880, 880].forEach((pitch, n) => tone(audio, now + n * 0.16, pitch, 0.12, 0.12)),
};

/** Opens the way to the loudspeaker, which takes a while the first time. */
function opened(): AudioContext {
  context ??= new AudioContext();
  if (!output) {
    output = new GainNode(context);
    output.connect(context.destination);
  }
  return context;
}

const isQuiet = () => settings.volume === 0 || typeof AudioContext === "undefined";

/** Plays a sound, unless sounds are off or the browser plays none before a click. */
export function play(sound: Sound): void {
  if (isQuiet()) return;
  const audio = opened();
  output!.gain.value = settings.volume;
  if (audio.state === "suspended") void audio.resume();
  sounds[sound](audio, audio.currentTime);
}

// The first touch or key opens it, so that no piece on its way waits for it. Browsers play nothing before that anyway.
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => void (isQuiet() || opened()), { once: true, capture: true });
