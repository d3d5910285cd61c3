/**
 * Names of tools and prompts, and addresses of resources, of many servers:
 * never the same for two of them, the same at each start, and to be taken
 * apart again.
 */

const BETWEEN = "__";

/** The parts of a name in the host. */
export interface NamePart {
  readonly server: string;
  readonly name: string;
}

/**
 * `weather` and `get` are `weather__get`. In the name of a server, what is no
 * letter, digit, `-` or single `_` is written as `_` and two hex digits a byte.
 */
export function joinName(server: string, name: string): string {
  return encodeServer(server) + BETWEEN + name;
}

/** Undefined for a name that `joinName` did not make. */
export function splitName(joined: string): NamePart | undefined {
  const at = joined.indexOf(BETWEEN);
  if (at < 0) return undefined;
  const server = decodeServer(joined.slice(0, at));
  if (server === undefined) return undefined;
  const name = joined.slice(at + BETWEEN.length);
  return joinName(server, name) === joined ? { server, name } : undefined;
}

/** What every provider of models takes as the name of a tool. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * `joinName` for a tool, as every provider of models takes it. What does not fit
 * is cut and ends with a hash of the whole, so it can not be taken apart: the host
 * looks it up.
 */
export function joinToolName(server: string, tool: string): string {
  const whole = joinName(server, tool);
  if (TOOL_NAME.test(whole)) return whole;
  const mark = `_${hashOf(whole)}`;
  const plain = whole.replace(/[^A-Za-z0-9_-]/g, "_");
  return plain.slice(0, 64 - mark.length) + mark;
}

/** 13 hex digits of FNV-1a, 52 bits: who has names to choose could find two of one. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0").slice(-13);
}

/** `file:///a` of `docs` is `mcp:docs/file:///a`; templates likewise. */
export function joinUri(server: string, uri: string): string {
  return `mcp:${encodeURIComponent(server)}/${uri}`;
}

/** Undefined for an address that `joinUri` did not make. */
export function splitUri(joined: string): NamePart | undefined {
  const [, encoded, name] = /^mcp:([^/]*)\/(.*)$/s.exec(joined) ?? [];
  if (encoded === undefined || name === undefined) return undefined;
  try {
    const server = decodeURIComponent(encoded);
    return joinUri(server, name) === joined ? { server, name } : undefined;
  } catch {
    return undefined;
  }
}

/** Has no `__`, and no `_` at its end: the first `__` is the separator. */
function encodeServer(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]|_(?=[0-9a-f]{2}|_|$)/gu, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `_${byte.toString(16).padStart(2, "0")}`)
      .join(""),
  );
}

function decodeServer(encoded: string): string | undefined {
  const percent = encoded.replace(/_([0-9a-f]{2})/g, "%$1");
  try {
    return decodeURIComponent(percent);
  } catch {
    return undefined;
  }
}
