/** What a server asks of a client inside a result. */
import { declares } from "../capabilities.js";
import type { Capabilities } from "../capabilities.js";
import type { Params } from "../../json-rpc/messages/messages.js";

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
export function questionKey({ method, params }: Question): string {
  const name = NAMES[method] ?? method;
  return params === undefined
    ? name
    : `${name}-${hash(JSON.stringify(params))}`;
}

/** A hash of 64 bits, as two numbers of 32; it need not be cryptographic. */
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

/** The capabilities that a client lacks for a question, as paths. */
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
      : // A client that names no mode can show forms.
        name === "elicitation" &&
        declares(declared, "elicitation.url") &&
        "elicitation.form",
  ];
  return needed.flatMap((path) =>
    path && !declares(declared, path) ? [path] : [],
  );
}
