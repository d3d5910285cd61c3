/** Detects the protocol version that the peers in a recording use. */
import { isObject } from "../../runtime/validation/guards.js";
import { recognize } from "./recognize.js";

/**
 * Key of `_meta` that contains the protocol version in each stateless request.
 */
const META_KEY = "io.modelcontextprotocol/protocolVersion";

/**
 * Returns the protocol version that a message negotiates, if the message is a
 * response to `initialize` or a stateless request.
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
 * Returns the protocol version in a line of a recording. It is found in a
 * message or in an HTTP header.
 */
export function versionIn(line: string): string | undefined {
  // Most lines contain no version, so they are not parsed.
  if (!/protocol-?version/i.test(line)) return undefined;
  const found = recognize(line);
  const values =
    found.kind === "messages"
      ? found.messages.flatMap(({ value }) => value)
      : [];
  return (
    values.map(readVersion).find((version) => version !== undefined) ??
    /mcp-protocol-version"?\s*:\s*\[?"?([\w.-]+)/i.exec(line)?.[1]
  );
}
