/**
 * Requests for input that a server sends to a client inside an input-required
 * result.
 */
import { declares } from "../capabilities.js";
import type { Capabilities } from "../capabilities.js";
import type { Params } from "../../json-rpc/messages/messages.js";

export interface InputRequest {
  readonly method: string;
  readonly params?: Params | undefined;
}

/**
 * Methods of input requests, with the prefix of the generated keys for each
 * method, such as `elicit`.
 */
const KEY_PREFIXES: { readonly [method: string]: string | undefined } = {
  "elicitation/create": "elicit",
  "sampling/createMessage": "sample",
  "roots/list": "roots",
};

/**
 * Returns true if a method, such as `roots/list`, asks the client for input.
 */
export function isInputMethod(method: string): boolean {
  return Object.hasOwn(KEY_PREFIXES, method);
}

/**
 * Returns a key for an input request to which the handler gave no key. The key
 * is a hash of the request, so an answer never matches a different input
 * request. The handler may therefore ask in another order when it runs again.
 */
export function createInputKey({ method, params }: InputRequest): string {
  const name = KEY_PREFIXES[method] ?? method;
  return params === undefined
    ? name
    : `${name}-${hash(JSON.stringify(params))}`;
}

/**
 * Returns a 64-bit hash of a text, computed as two 32-bit numbers. The hash is
 * not cryptographically secure.
 */
function hash(text: string): string {
  let first = 1;
  let second = 2;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 2_654_435_761);
    second = Math.imul(second ^ unit, 1_597_334_677);
  }
  return `${(first >>> 0).toString(36)}${(second >>> 0).toString(36)}`;
}

/**
 * Returns the capability paths that an input request requires and that the
 * client did not declare.
 */
export function missingCapabilities(
  { method, params = {} }: InputRequest,
  declared: Capabilities,
): string[] {
  const { mode, tools, toolChoice, includeContext = "none" } = params;
  const [name = ""] = method.split("/");
  const needed = [
    name,
    (tools ?? toolChoice) !== undefined && "sampling.tools",
    includeContext !== "none" && "sampling.context",
    mode === "url"
      ? "elicitation.url"
      : // A client that declares elicitation without any mode supports the form mode.
        name === "elicitation" &&
        declares(declared, "elicitation.url") &&
        "elicitation.form",
  ];
  return needed.flatMap((path) =>
    path && !declares(declared, path) ? [path] : [],
  );
}
