/**
 * Unique names for the tools, prompts and resources of many servers in one
 * host. The names stay the same after restarts. A name can be split into the
 * server and the original name, unless it was shortened.
 */

const NAME_SEPARATOR = "__";

/** Server and original name, which together form a unique name in the host. */
export interface NamePart {
  readonly server: string;
  readonly name: string;
}

/**
 * Joins the name of a server and the name of a tool or prompt: `weather` and
 * `get` become `weather__get`. In the server's name, only letters, digits, `-`
 * and single `_` are kept. Other characters are encoded: each byte becomes `_`
 * and two hexadecimal digits.
 */
export function joinName(server: string, name: string): string {
  return encodeServer(server) + NAME_SEPARATOR + name;
}

/**
 * Splits a unique name such as `weather__get` into `weather` and `get`. Returns
 * `undefined` if `joinName` cannot have created the name.
 */
export function splitName(joined: string): NamePart | undefined {
  const at = joined.indexOf(NAME_SEPARATOR);
  if (at < 0) return undefined;
  const server = decodeServer(joined.slice(0, at));
  if (server === undefined) return undefined;
  const name = joined.slice(at + NAME_SEPARATOR.length);
  return joinName(server, name) === joined ? { server, name } : undefined;
}

/** Pattern of the tool names that all providers of language models accept. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Joins the name of a server and the name of a tool: `weather` and `get` become
 * `weather__get`. If some provider of language models would reject the joined
 * name, it is shortened and ends with a hash of the full name. A shortened name
 * cannot be split, so the host searches the lists of all servers for the tool.
 */
export function joinToolName(server: string, tool: string): string {
  const joined = joinName(server, tool);
  if (TOOL_NAME.test(joined)) return joined;
  const suffix = `_${hashName(joined)}`;
  const sanitized = joined.replace(/[^A-Za-z0-9_-]/g, "_");
  return sanitized.slice(0, 64 - suffix.length) + suffix;
}

/**
 * Returns 13 hexadecimal digits (52 bits) of the FNV-1a hash of a text. The
 * hash is not collision-resistant: a server can choose two tool names with the
 * same hash.
 */
function hashName(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0").slice(-13);
}

/**
 * Joins the name of a server and a resource URI or URI template: `docs` and
 * `file:///a` become `mcp:docs/file:///a`.
 */
export function joinUri(server: string, uri: string): string {
  return `mcp:${encodeURIComponent(server)}/${uri}`;
}

/**
 * Splits a unique URI such as `mcp:docs/file:///a` into `docs` and `file:///a`.
 * Returns `undefined` for a URI in another format.
 */
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

/**
 * Encodes the name of a server as the first part of a joined name. The encoded
 * name contains no `__` and does not end with `_`, so the first `__` of the
 * joined name is the separator.
 */
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
