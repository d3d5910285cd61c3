import {
  getArgument,
  toHeaderText,
  decodeHeader,
  getMcpName,
  getParamHeaders,
} from "../param-headers.js";
import { isObject } from "../../validation/guards.js";
import { METHOD_HEADER, NAME_HEADER, VERSION_HEADER } from "../headers.js";
import type { HttpRequest } from "../types.js";
import type { RequestMessage } from "../../json-rpc/messages/messages.js";
import type { DescribedTools } from "../../features/tool-schemas.js";

/**
 * Compares a message with the HTTP headers that repeat values of the message.
 * Returns a description of the first mismatch, or undefined if all headers
 * match.
 */
export function checkHeaders(
  request: HttpRequest,
  message: RequestMessage,
  version: string,
  tools: DescribedTools["parts"],
): string | undefined {
  const { method, params } = message;
  const asked = request.header(VERSION_HEADER);
  if (asked !== version) return differs("MCP-Protocol-Version", asked, version);
  const named = request.header(METHOD_HEADER);
  if (named !== method) return differs("Mcp-Method", named, method);
  const name = getMcpName(method, params);
  if (name === undefined) return undefined;
  const header = request.header(NAME_HEADER);
  if (header !== name) {
    const decoded = header === undefined ? header : decodeHeader(header);
    if (decoded !== name) return differs("Mcp-Name", decoded, name);
  }
  if (method !== "tools/call" || tools === undefined) return undefined;
  const tool = tools.find((one) => one.has(name))?.get(name);
  return paramProblem(request, params?.arguments, tool?.shown.inputSchema);
}

function paramProblem(
  request: HttpRequest,
  args: unknown,
  schema: unknown,
): string | undefined {
  const marked = getParamHeaders(schema);
  if (typeof marked === "string") return undefined;
  for (const { header, path } of marked) {
    const value = getArgument(isObject(args) ? args : {}, path);
    const want = toHeaderText(value);
    const sent = request.header(header);
    if (want === undefined && sent === undefined) continue;
    const got = sent === undefined ? undefined : decodeHeader(sent);
    if (want === undefined || !sameHeader(got, want, value)) {
      return differs(header, got, want);
    }
  }
  return undefined;
}

/**
 * Returns whether a header equals an argument. Integers are compared as
 * numbers, so that the header `42.0` equals 42.
 */
function sameHeader(
  got: string | undefined,
  want: string,
  value: unknown,
): boolean {
  if (got === want) return true;
  return (
    typeof value === "number" &&
    got !== undefined &&
    /^-?\d+(?:\.0*)?$/.test(got) &&
    Number(got) === value
  );
}

function differs(
  header: string,
  got: string | undefined,
  want: string | undefined,
): string {
  const text = got === undefined ? "missing or malformed" : `"${got}"`;
  const body = want === undefined ? "no value" : `"${want}"`;
  return `Header mismatch: ${header} is ${text}, the body has ${body}`;
}
