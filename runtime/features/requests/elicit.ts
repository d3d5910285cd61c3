/**
 * Rules for elicitation requests. A server must not ask for sensitive data in a
 * form, and the answer must match the requested form.
 */
import type { QuestionRule } from "../../protocol/methods/method-facts.js";
import {
  addDefaults,
  getFields,
  findAnswerProblem,
  findFormProblem,
} from "./form.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Field, Form } from "./form.js";

/** Options of `ctx.elicit`. */
export interface ElicitOptions extends AskOptions {
  /**
   * Specifies what happens if a form has a field for a password, token or other
   * secret. MCP forbids servers to ask for sensitive data in a form. The
   * default "refuse" throws a TypeError.
   *
   * @default "refuse"
   */
  sensitive?: "refuse" | "allow" | undefined;
}

/** Words in the name or title of a form field that indicate sensitive data. */
const SENSITIVE =
  /passw(or)?d|pass(phrase|code)|\b(secret|token|credentials?|pin|cvv|cvc|otp|ssn)\b|\b(api|private|access) ?key\b|\bcard ?(number|no)\b|\b(credit|debit) ?card$/im;

/**
 * Rules of the MCP specification for elicitation (page client/elicitation). A
 * form is flat and does not ask for sensitive data, a URL leads to a web page,
 * and an answer matches its form.
 */
export const elicitRule: QuestionRule = {
  ask({ mode, url, requestedSchema }, { sensitive }: ElicitOptions) {
    const wrong =
      mode !== "url"
        ? (sensitive !== "allow" && findSensitiveField(requestedSchema)) ||
          findFormProblem(requestedSchema)
        : /^https?:/i.test(url as string) && URL.canParse(url as string)
          ? undefined
          : `url must be http or https: ${String(url)}`;
    if (wrong) throw new TypeError(wrong);
  },

  problem({ requestedSchema }, { action, content = {} }) {
    return requestedSchema && action === "accept"
      ? findAnswerProblem(requestedSchema as Form, content)
      : undefined;
  },

  complete({ requestedSchema }, answer) {
    if (!requestedSchema || answer.action !== "accept") return answer;
    const form = requestedSchema as Form;
    const content = addDefaults(form, Object(answer.content), true);
    return { ...answer, content };
  },
};

function findSensitiveField(form: unknown): string | undefined {
  for (const [name, field] of Object.entries(getFields(form))) {
    const { title = "" } = Object(field) as Field;
    // Camel case is split, so that `accessToken` is read as the words `access`
    // and `Token`.
    const words = `${name}\n${title}`.replace(/([a-z])([A-Z])|[_-]/g, "$1 $2");
    if (!SENSITIVE.test(words)) continue;
    // The message contains no colon before the field name: `redactMessage`
    // would otherwise treat the words after the colon as a secret and replace
    // them.
    return `A form must not ask for ${name}; use URL mode, or set the option \`sensitive\` to "allow"`;
  }
  return undefined;
}
