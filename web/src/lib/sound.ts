// Small sounds, made on the spot: nothing is loaded.
import { settings } from "./settings.svelte";

export type Sound = "move" | "capture" | "crown" | "refused" | "end" | "low";

let context: AudioContext | undefined;
/** Everything goes through one volume. */
let output: GainNode | undefined;

/** A knock of wood: a burst of noise through a narrow band. */
function knock(audio: AudioContext, at: number, pitch: number, loudness: number) {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 4;
  const source = new AudioBufferSourceNode(audio, { buffer });
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

/** Plays a sound, unless sounds are off or the browser plays none before a click. */
export function play(sound: Sound): void {
  if (settings.volume === 0 || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (!output) {
    output = new GainNode(context);
    output.connect(context.destination);
  }
  output.gain.value = settings.volume;
  if (context.state === "suspended") void context.resume();
  sounds[sound](context, context.currentTime);
}
