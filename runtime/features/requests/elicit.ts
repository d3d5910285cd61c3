/** Questions to the user: what they must not ask, and what answers them. */
import { propertiesOf, problemOfAnswer, problemOfForm } from "./form.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { QuestionRule } from "../../protocol/protocol.js";
import type { Field, Form } from "./form.js";

/** Options of `ctx.elicit`. */
export interface ElicitOptions extends AskOptions {
  /**
   * What becomes of a form with a field that looks like a password, a token or
   * the like, which forms must not ask for. Default: it is refused.
   */
  sensitive?: "refuse" | "allow" | undefined;
}

/** Words of what must not be asked for by a form. */
const SENSITIVE =
  /passw(or)?d|pass(phrase|code)|\b(secret|token|credentials?|pin|cvv|cvc|otp|ssn)\b|\b(api|private|access) ?key\b|\bcard ?(number|no)\b|\b(credit|debit) ?card$/im;

/**
 * MCP: forms are flat and ask for nothing sensitive, URLs are those of web
 * pages, and the content of an answer fits the form.
 */
export const elicitRule: QuestionRule = {
  ask({ mode, url, requestedSchema }, { sensitive }: ElicitOptions) {
    const wrong =
      mode !== "url"
        ? (sensitive !== "allow" && sensitiveIn(requestedSchema)) ||
          problemOfForm(requestedSchema)
        : /^https?:/i.test(url as string) && URL.canParse(url as string)
          ? undefined
          : `Not a web page: ${String(url)}`;
    if (wrong) throw new TypeError(wrong);
  },

  problem({ requestedSchema }, { action, content = {} }) {
    return requestedSchema && action === "accept"
      ? problemOfAnswer(requestedSchema as Form, content)
      : undefined;
  },
};

function sensitiveIn(form: unknown): string | undefined {
  for (const [name, field] of Object.entries(propertiesOf(form))) {
    const { title = "" } = Object(field) as Field;
    // `accessToken` is read as two words.
    const words = `${name}\n${title}`.replace(/([a-z])([A-Z])|[_-]/g, "$1 $2");
    if (!SENSITIVE.test(words)) continue;
    // After a colon, `redactMessage` would take what follows for the secret.
    return `The form asks for ${name}; use a page, or sensitive: "allow"`;
  }
  return undefined;
}
