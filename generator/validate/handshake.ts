/** Detects the protocol version that client and server use in a recording. */
import { isObject } from "../../runtime/validation/guards.js";
import { recognize } from "./recognize.js";

/** Key in `_meta` that holds the protocol version in each stateless request. */
const META_KEY = "io.modelcontextprotocol/protocolVersion";

/**
 * Returns the protocol version that a message negotiates. Only a response to
 * `initialize` and a stateless request contain this version.
 */
export function readVersion(message: unknown): string | undefined {
  const { result, params } = isObject(message) ? message : {};
  const version =
    isObject(result) && "capabilities" in result
      ? result["protocolVersion"]
      : isObject(params) && isObject(params["_meta"])
        ? params["_meta"][META_KEY]
        : undefined;
  return typeof version === "string" ? version : undefined;
}

/**
 * Returns the protocol version in a line of a recording. The version may be in
 * a message or in an HTTP header.
 */
export function versionIn(line: string): string | undefined {
  return (
    parseVersioned(line)
      .map(readVersion)
      .find((version) => version !== undefined) ??
    /mcp-protocol-version"?\s*:\s*\[?"?([\w.-]+)/i.exec(line)?.[1]
  );
}

/** Returns the protocol version that an `initialize` request in a line names. */
export function requestedVersionIn(line: string): string | undefined {
  for (const value of parseVersioned(line)) {
    const { method, params } = isObject(value) ? value : {};
    const version = isObject(params) ? params["protocolVersion"] : undefined;
    if (method === "initialize" && typeof version === "string") return version;
  }
  return undefined;
}

/**
 * Returns the messages of a line. Only lines that contain `protocolVersion` or
 * `protocol-version` are parsed, because most lines do not contain a version.
 */
function parseVersioned(line: string): unknown[] {
  if (!/protocol-?version/i.test(line)) return [];
  const found = recognize(line);
  return found.kind === "messages"
    ? found.messages.flatMap(({ value }) => value)
    : [];
}
