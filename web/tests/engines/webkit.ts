// WebKit, the engine of Safari, as GTK has it: its driver speaks WebDriver over HTTP. It needs a screen, which Xvfb gives.
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { installed, start } from "./processes";
import { type Command, COMMANDS, until, type Wire, type Wishes } from "./webdriver";

/** Whether both the driver and a screen can be had. */
export const webkit = () => installed("WebKitWebDriver") && installed("Xvfb");

/** A screen that nobody looks at. Gives its name. */
async function screen(): Promise<{ name: string; end: () => Promise<void> }> {
  const { process, end } = start(installed("Xvfb")!, ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {}, "pipe");
  for await (const number of createInterface({ input: process.stdout! })) return { name: `:${number}`, end };
  throw new Error("Xvfb did not say which screen it has");
}

/** A port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export async function launchWebkit({ dark }: Wishes): Promise<Wire> {
  const [shown, port] = [await screen(), await freePort()];
  const env = { DISPLAY: shown.name, GDK_BACKEND: "x11", GTK_THEME: dark ? "Adwaita:dark" : "Adwaita" };
  const driver = start(installed("WebKitWebDriver")!, [`--port=${port}`], env);
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(method === "POST" ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  await until("the driver of WebKit listening", () => request("GET", "/status").catch(() => undefined));
  const capabilities = { alwaysMatch: { browserName: "MiniBrowser" } };
  const { sessionId } = (await request("POST", "/session", { capabilities })) as { sessionId: string };
  const send = (command: Command, body: object = {}) => request(COMMANDS[command].method, `/session/${sessionId}${COMMANDS[command].path}`, body);
  const close = async () => {
    await send("deleteSession");
    await driver.end();
    await shown.end();
  };
  return { send, close };
}
