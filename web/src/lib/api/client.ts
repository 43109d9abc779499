// Requests to the server. Every failure becomes a Problem with a sentence.
import { say, speech } from "../words.svelte";
import type { Problem } from "./types";

/** A request that was not carried out. */
export class Failed extends Error {
  constructor(public problem: Problem) {
    super(problem.text);
  }
}

/** An address of the API in the page's language, and in its words for the pieces. */
export function address(path: string, query: Record<string, string> = {}): string {
  return `/api${path}?${new URLSearchParams({ ...query, lang: speech() })}`;
}

/** The address of a socket in the page's language. */
export function socketAddress(path: string, query: Record<string, string> = {}): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address(path, query)}`;
}

async function ask(method: string, path: string, body?: unknown, query?: Record<string, string>): Promise<Response> {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  let response: Response;
  try {
    response = await fetch(address(path, query), { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Failed({ code: "offline", text: say("web-offline") });
  }
  if (response.ok) return response;
  const problem: Problem = await response.json().catch(() => ({ code: "broken", text: say("web-broken") }));
  throw new Failed(problem);
}

const read = async <T>(response: Promise<Response>): Promise<T> => {
  const text = await (await response).text();
  return (text ? JSON.parse(text) : undefined) as T;
};

export const get = <T>(path: string, query?: Record<string, string>) => read<T>(ask("GET", path, undefined, query));
export const post = <T>(path: string, body: unknown = {}, query?: Record<string, string>) => read<T>(ask("POST", path, body, query));
export const put = <T>(path: string, body: unknown = {}) => read<T>(ask("PUT", path, body));
export const remove = (path: string, body?: unknown) => ask("DELETE", path, body);
export const getText = async (path: string, query?: Record<string, string>) =>
  (await ask("GET", path, undefined, query)).text();

/** What went wrong, as a sentence. */
export function sentence(error: unknown): string {
  return error instanceof Failed ? error.problem.text : say("web-broken");
}
