// Programs that a test starts, and ends.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program of this name is, if it is installed. */
export function installed(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Starts a program; it is ended, with what it has started, by the function that comes with it. */
export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, stdio: "ignore" | "pipe" = "ignore"): { process: ChildProcess; end: () => Promise<void> } {
  // A group of its own, so that its children go with it.
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", stdio, "ignore"], detached: true });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGTERM");
  };
  // Also when the tests are broken off.
  process.once("exit", kill);
  const end = async () => {
    kill();
    await gone;
    process.off("exit", kill);
  };
  return { process: child, end };
}
