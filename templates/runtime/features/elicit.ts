import { ConnectionError } from "../connection/errors.js";
import { isObject } from "../connection/messages.js";
import { choicesOf, wrongField } from "./form.js";
import { hasFormat } from "../validation/formats.js";
import type { AskOptions, Call } from "../connection/call.js";
import type { Form } from "./form.js";

/** Options of `elicit`. */
export interface ElicitOptions extends AskOptions {
  /**
   * What becomes of a form with a field that looks like a password, a token or
   * the like, which forms must not ask for. Default: it is refused.
   */
  readonly sensitive?: "refuse" | "allow" | undefined;
}

interface Question {
  readonly mode?: string;
  readonly message: string;
  readonly url?: string;
  readonly requestedSchema?: Form;
  readonly [name: string]: unknown;
}

interface Answer {
  readonly action: string;
  readonly content?: { readonly [name: string]: unknown };
}

/** Words of what must not be asked for by a form. */
const SENSITIVE =
  /passw(or)?d|pass(phrase|code)|\b(secret|token|credentials?|pin|cvv|cvc|otp|ssn)\b|\b(api|private|access) ?key\b|\bcard ?(number|no)\b|\b(credit|debit) ?card$/i;

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean"];

/**
 * Asks the user, by a form or a page, and holds the answer against the form.
 *
 * @throws TypeError for a form that is not flat or asks for what is sensitive,
 *   and for a page that is no web page; ConnectionError when the client answers
 *   something else.
 */
export async function elicitFrom(
  ctx: Call,
  question: Question,
  { sensitive = "refuse", ...options }: ElicitOptions = {},
): Promise<Answer> {
  const { mode, requestedSchema: form, url } = question;
  if (mode === "url") requirePage(url);
  else requireForm(form, sensitive);
  const answer = (await ctx.elicit(question, options)) as Answer;
  if (form === undefined || answer.action !== "accept") return answer;
  const wrong = wrongField(form, answer.content ?? {}, hasFormat);
  if (wrong === undefined) return answer;
  const text = `The answer is not as the form has it: ${wrong}`;
  throw new ConnectionError("invalid", text);
}

function requirePage(url: unknown): void {
  if (typeof url === "string" && URL.canParse(url)) {
    if (/^https?:$/.test(new URL(url).protocol)) return;
  }
  throw new TypeError(`Not a web page: ${String(url)}`);
}

function requireForm(form: Form | undefined, sensitive: string): void {
  const {
    type,
    properties,
    required = [],
  } = (form ?? {}) as Partial<Form> & {
    readonly type?: unknown;
  };
  if (type !== "object" || !isObject(properties)) {
    throw new TypeError("requestedSchema must be an object with properties");
  }
  for (const name of required) {
    if (Object.hasOwn(properties, name)) continue;
    throw new TypeError(`The form requires ${name}, which is no field of it`);
  }
  for (const [name, field] of Object.entries(properties)) {
    if (!isFlat(field)) {
      const text = `The field ${name} must be a text, a number, a boolean or a choice`;
      throw new TypeError(text);
    }
    const { default: given } = properties[name] ?? {};
    const alone = { properties: { [name]: field } } as Form;
    if (given !== undefined && wrongField(alone, { [name]: given })) {
      throw new TypeError(`The default of ${name} is not what it asks for`);
    }
    const title = String((field as { title?: unknown }).title ?? "");
    if (sensitive === "allow" || !isSensitive(name, title)) continue;
    const text = `The form asks for ${name}: what is sensitive belongs on a page (mode: "url"). Set sensitive: "allow" if it is not`;
    throw new TypeError(text);
  }
}

function isFlat(field: unknown): boolean {
  if (!isObject(field)) return false;
  if (field.type !== "array") return TYPES.includes(field.type);
  return choicesOf(field.items) !== undefined;
}

/** `accessToken` is read as two words. */
function isSensitive(...names: readonly string[]): boolean {
  return names.some((name) =>
    SENSITIVE.test(name.replace(/([a-z])([A-Z])|[_-]/g, "$1 $2")),
  );
}
