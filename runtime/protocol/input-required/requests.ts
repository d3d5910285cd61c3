/** Requests for input that a server sends inside a result. */
import { declares } from "../capabilities.js";
import type { Capabilities } from "../capabilities.js";
import type { Params } from "../../json-rpc/messages/messages.js";

export interface Question {
  readonly method: string;
  readonly params?: Params | undefined;
}

/** Methods of input requests, each with the prefix of its generated keys. */
const NAMES: { readonly [method: string]: string | undefined } = {
  "elicitation/create": "elicit",
  "sampling/createMessage": "sample",
  "roots/list": "roots",
};

/** Returns true if requests of the method ask the client for input. */
export function isQuestion(method: string): boolean {
  return Object.hasOwn(NAMES, method);
}

/**
 * Returns a key for an input request that has none. The key is a hash of the
 * request, so an answer never matches another input request. The handler may
 * therefore ask in a different order when it runs again.
 */
export function questionKey({ method, params }: Question): string {
  const name = NAMES[method] ?? method;
  return params === undefined
    ? name
    : `${name}-${hash(JSON.stringify(params))}`;
}

/**
 * Returns a hash of 64 bits, computed as two 32-bit numbers. It is not
 * cryptographic.
 */
function hash(text: string): string {
  let one = 1;
  let other = 2;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
}

/**
 * Returns the capability paths that an input request needs and the client did
 * not declare.
 */
export function lacking(
  { method, params = {} }: Question,
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
      : // A client that declares no mode supports forms.
        name === "elicitation" &&
        declares(declared, "elicitation.url") &&
        "elicitation.form",
  ];
  return needed.flatMap((path) =>
    path && !declares(declared, path) ? [path] : [],
  );
}
