import { toBase64 } from "../json-rpc/messages/base64.js";
import { PARAM_PREFIX } from "./headers.js";
import { isObject } from "../validation/guards.js";

/**
 * Name of the parameter whose value the `Mcp-Name` header repeats, by method.
 */
const NAMED_METHODS: { readonly [method: string]: string | undefined } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  // The methods `tasks/*` belong to the tasks extension.
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/**
 * Returns the value of the `Mcp-Name` header, or undefined for methods without
 * this header.
 */
export function getMcpName(
  method: string,
  params: unknown,
): string | undefined {
  const member = Object.hasOwn(NAMED_METHODS, method)
    ? NAMED_METHODS[method]
    : undefined;
  if (member === undefined || !isObject(params)) return undefined;
  const name = params[member];
  return typeof name === "string" ? name : undefined;
}

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;
const MARKED = /^=\?base64\?.*\?=$/s;

/**
 * Encodes a header value. Uses Base64 if the value contains characters that are
 * unsafe in a header.
 */
export function encodeHeader(value: string): string {
  if (PLAIN.test(value) && !MARKED.test(value)) return value;
  return `=?base64?${toBase64(new TextEncoder().encode(value))}?=`;
}

/** Decodes a header value; returns undefined if the encoding is invalid. */
export function decodeHeader(header: string): string | undefined {
  if (!MARKED.test(header)) {
    return /^[\t\x20-\x7e]*$/.test(header) ? header : undefined;
  }
  const encoded = ENCODED.exec(header)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Parameter header: an HTTP header that repeats an argument of a tool. */
export interface ParamHeader {
  /** Name of the header, in lower case. */
  readonly header: string;
  readonly path: readonly string[];
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_TYPES: readonly unknown[] = ["string", "integer", "boolean"];
const MARK = "x-mcp-header";

const known = new WeakMap<object, readonly ParamHeader[] | string>();

/**
 * Returns the parameter headers that the input schema of a tool declares, or a
 * description of the first invalid declaration.
 */
export function getParamHeaders(
  schema: unknown,
): readonly ParamHeader[] | string {
  if (!isObject(schema)) return [];
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  const found = findMarks(schema);
  known.set(schema, found);
  return found;
}

function findMarks(schema: object): readonly ParamHeader[] | string {
  const found: ParamHeader[] = [];
  const headers = new Set<string>();
  let problem: string | undefined;
  /**
   * @param path Path of the property in the arguments. Undefined in parts of
   *   the schema where MCP forbids parameter headers.
   */
  const visit = (
    node: unknown,
    path: readonly string[] | undefined,
    depth: number,
  ): void => {
    if (problem !== undefined || depth > 100) return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one, undefined, depth + 1);
      return;
    }
    if (!isObject(node)) return;
    if (Object.hasOwn(node, MARK)) take(node, path);
    for (const [key, value] of Object.entries(node)) {
      if (DATA_KEYWORDS.includes(key)) continue;
      const names = NAMED_KEYWORDS.includes(key) && isObject(value);
      if (!names) visit(value, undefined, depth + 1);
      else {
        for (const [name, one] of Object.entries(value)) {
          const reachable = key === "properties" && path !== undefined;
          visit(one, reachable ? [...path, name] : undefined, depth + 1);
        }
      }
    }
  };
  const take = (
    node: { readonly [key: string]: unknown },
    path: readonly string[] | undefined,
  ): void => {
    const name = node[MARK];
    if (path === undefined || path.length === 0) {
      problem = `${MARK} must be on a property whose path in the schema contains only \`properties\``;
    } else if (typeof name !== "string" || !HEADER_NAME.test(name)) {
      problem = `${MARK} of ${path.join(".")} is not a header name`;
    } else if (!HEADER_TYPES.includes(node.type)) {
      problem = `${MARK} of ${path.join(".")} is not on a string, integer or boolean`;
    } else {
      const header = PARAM_PREFIX + name.toLowerCase();
      if (headers.has(header)) problem = `${MARK} ${name} occurs twice`;
      headers.add(header);
      found.push({ header, path });
    }
  };
  visit(schema, [], 0);
  return problem ?? found;
}

/** Schema keywords whose values are data and contain no schemas. */
const DATA_KEYWORDS: readonly string[] = [
  "const",
  "default",
  "enum",
  "examples",
];
/**
 * Schema keywords whose value is an object that maps names to schemas or data.
 */
const NAMED_KEYWORDS: readonly string[] = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
  "dependentRequired",
];

/**
 * Returns the tool argument at `path`; undefined if the argument is absent or
 * null.
 */
export function getArgument(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value ?? undefined;
}

/**
 * Converts a tool argument to the text of a header. Returns undefined for types
 * that headers cannot repeat.
 */
export function toHeaderText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Number.isSafeInteger(value)) {
    return String(value);
  }
  return undefined;
}
