/** Which version of the protocol was spoken in a recording. */
import { isObject } from "../../runtime/validation/guards.js";
import { recognize } from "./recognize.js";

/** Where each stateless request names the version that it speaks. */
const META_KEY = "io.modelcontextprotocol/protocolVersion";

/** The version that a message settles: an answer to `initialize`, or stateless. */
export function versionOf(message: unknown): string | undefined {
  const { result, params } = isObject(message) ? message : {};
  const version =
    isObject(result) && "capabilities" in result
      ? result["protocolVersion"]
      : isObject(params) && isObject(params["_meta"])
        ? params["_meta"][META_KEY]
        : undefined;
  return typeof version === "string" ? version : undefined;
}

/** The version that a line settles, in its messages or in a header of HTTP. */
export function versionIn(line: string): string | undefined {
  // Most lines have none, and need not be parsed for that.
  if (!/protocol-?version/i.test(line)) return undefined;
  const found = recognize(line);
  const values =
    found.kind === "messages"
      ? found.messages.flatMap(({ value }) => value)
      : [];
  return (
    values.map(versionOf).find((version) => version !== undefined) ??
    /mcp-protocol-version"?\s*:\s*\[?"?([\w.-]+)/i.exec(line)?.[1]
  );
}
