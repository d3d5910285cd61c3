/** What a server asks of a client inside a result. */
import { declares } from "./capabilities.js";
import type { Capabilities } from "./capabilities.js";
import type { Params } from "../connection/messages.js";

export interface Question {
  readonly method: string;
  readonly params?: Params | undefined;
}

/** Questions by the first part of the key that they get. */
const NAMES: { readonly [method: string]: string | undefined } = {
  "elicitation/create": "elicit",
  "sampling/createMessage": "sample",
  "roots/list": "roots",
};

/** Whether requests of that method ask the client for input. */
export function isQuestion(method: string): boolean {
  return Object.hasOwn(NAMES, method);
}

/**
 * The key of a question that has none of its own. It is made of what is asked,
 * so that an answer is never taken for that of another question, in whatever
 * order a handler asks when it runs again.
 */
export function keyOf({ method, params }: Question): string {
  const name = NAMES[method] ?? method;
  return params === undefined
    ? name
    : `${name}-${hash(JSON.stringify(params))}`;
}

/** 53 bits of a text, in base 36 (cyrb53). */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507);
  high ^= Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507);
  low ^= Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

/**
 * The capability that a client lacks for a question, as a path; undefined when
 * it lacks none, null when no client can be asked that.
 */
export function lacking(
  { method, params = {} }: Question,
  declared: Capabilities,
): string | null | undefined {
  if (!isQuestion(method)) return null;
  const { mode, tools, toolChoice, includeContext = "none" } = params;
  const [name = ""] = method.split("/");
  const needed = [name];
  if ((tools ?? toolChoice) !== undefined) needed.push("sampling.tools");
  if (includeContext !== "none") needed.push("sampling.context");
  if (mode === "url") needed.push("elicitation.url");
  // A client that names no mode can show forms.
  else if (name === "elicitation" && declares(declared, "elicitation.url")) {
    needed.push("elicitation.form");
  }
  return needed.find((path) => !declares(declared, path));
}
