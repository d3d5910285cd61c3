import {
  getArgument,
  toHeaderText,
  encodeHeader,
  getMcpName,
  getParamHeaders,
} from "../param-headers.js";
import { toolCache } from "../../limits/lru-cache.js";
import { jsonSize } from "../../limits/json-size.js";
import { isObject } from "../../validation/guards.js";
import { getMeta, VERSION } from "../../json-rpc/messages/meta.js";
import { METHOD_HEADER, NAME_HEADER, VERSION_HEADER } from "../headers.js";
import type { ParamHeader } from "../param-headers.js";
import type { RequestMessage } from "../../json-rpc/messages/messages.js";

/**
 * Returns the protocol version in the `_meta` of a message, or undefined if
 * there is none.
 */
export function getVersion(message: {
  readonly params?: unknown;
}): string | undefined {
  const version = getMeta(message.params)[VERSION];
  return typeof version === "string" ? version : undefined;
}

/** Creates the headers that repeat values from the body of a request. */
export class ParamHeaders {
  /** Headers that repeat arguments of recently listed tools, by tool name. */
  readonly #tools = toolCache<readonly ParamHeader[]>();

  /** Returns the headers for a request that belongs to no session. */
  getHeaders(message: RequestMessage, version: string): Record<string, string> {
    const { method, params } = message;
    const headers: Record<string, string> = {
      [VERSION_HEADER]: version,
      [METHOD_HEADER]: method,
    };
    const name = getMcpName(method, params);
    if (name === undefined) return headers;
    headers[NAME_HEADER] = encodeHeader(name);
    if (method !== "tools/call") return headers;
    for (const { header, path } of this.#tools.get(name) ?? []) {
      const text = toHeaderText(getArgument(params?.arguments, path));
      if (text !== undefined) headers[header] = encodeHeader(text);
    }
    return headers;
  }

  /**
   * Stores the parameter headers of the tools in a `tools/list` result. Returns
   * the result without tools whose header declarations are invalid, and calls
   * `onInvalid` for each of these tools.
   */
  takeToolList(result: unknown, onInvalid: (problem: string) => void): unknown {
    if (!isObject(result) || !Array.isArray(result.tools)) return result;
    const tools = result.tools.filter((tool: unknown) => {
      if (!isObject(tool) || typeof tool.name !== "string") return true;
      const marks = getParamHeaders(tool.inputSchema);
      this.#tools.delete(tool.name);
      if (typeof marks === "string") {
        onInvalid(`The tool ${tool.name} is left out of the list: ${marks}`);
        return false;
      }
      if (marks.length > 0) this.#tools.set(tool.name, marks, jsonSize(marks));
      return true;
    });
    return { ...result, tools };
  }
}
