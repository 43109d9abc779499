// Whether this browser shows notices while the page is closed (Web Push). Browsers offer it only to pages from a safe address.
import { announce } from "../announce.svelte";
import { post, remove, sentence } from "../api/client";
import type { PutDevice } from "../api/types";
import { say } from "../words.svelte";

/** Base64url as bytes, as old browsers want the club's key. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function base64url(buffer: ArrayBuffer | null): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export class Device {
  possible = $state(false);
  on = $state(false);
  busy = $state(false);
  problem = $state<string>();
  private key = "";

  /** Looks whether it is on. The club may have another key than when it was switched on, or another person be signed in. */
  async begin(key: string | undefined): Promise<void> {
    const knows = isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    if (!key || !knows) return;
    [this.key, this.possible] = [key, true];
    const known = await this.subscription().catch(() => undefined);
    if (known) await this.tell(known).catch(() => undefined);
  }

  private async subscription(): Promise<PushSubscription | undefined> {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return (await registration?.pushManager.getSubscription()) ?? undefined;
  }

  private async tell(known: PushSubscription): Promise<void> {
    const device: PutDevice = { endpoint: known.endpoint, key: base64url(known.getKey("p256dh")), auth: base64url(known.getKey("auth")) };
    await post("/me/push", device);
    this.on = true;
  }

  private async start(): Promise<void> {
    if ((await Notification.requestPermission()) !== "granted") {
      this.problem = say("web-push-blocked");
      return;
    }
    await navigator.serviceWorker.register("/push.js");
    const registration = await navigator.serviceWorker.ready;
    const wanted = { userVisibleOnly: true, applicationServerKey: bytes(this.key) };
    // Switched on with another key before: the browser wants that to end first.
    const again = () => this.subscription().then((old) => old?.unsubscribe()).then(() => registration.pushManager.subscribe(wanted));
    await this.tell(await registration.pushManager.subscribe(wanted).catch(again));
  }

  private async stop(): Promise<void> {
    const known = await this.subscription();
    if (known) {
      await remove("/me/push", { endpoint: known.endpoint });
      await known.unsubscribe();
    }
    this.on = false;
  }

  async toggle(): Promise<void> {
    if (this.busy) return;
    [this.busy, this.problem] = [true, undefined];
    try {
      await (this.on ? this.stop() : this.start());
    } catch (error) {
      this.problem = error instanceof DOMException ? say("web-push-failed") : sentence(error);
    }
    announce(this.problem ?? say(this.on ? "web-push-is-on" : "web-push-why"));
    this.busy = false;
  }
}
