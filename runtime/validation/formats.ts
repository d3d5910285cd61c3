/**
 * Checks of string formats, such as `uri`. Strings with an unknown format are
 * always accepted.
 */
import { own } from "./guards.js";

/** Returns whether a string has a certain format. */
export type StringTest = (text: string) => boolean;

interface Formats {
  readonly [format: string]: StringTest;
}

/** String formats that fields of an elicitation form can have. */
export const FORM_FORMATS: Formats = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  "date-time": isDateTime,
};

/**
 * String formats that other messages of MCP use, in addition to the formats of
 * form fields.
 */
const MESSAGE_FORMATS: Formats = {
  "uri-template": isUriTemplate,
  byte: isBase64,
};

/** Returns true if `text` has the format or the format is unknown. */
export function hasFormat(format: string, text: string): boolean {
  const test = own(FORM_FORMATS, format) ?? own(MESSAGE_FORMATS, format);
  return (test as StringTest | undefined)?.(text) !== false;
}

/**
 * Compiles the JSON Schema keyword `pattern` with the flag `u`. A pattern that
 * is invalid with the flag is compiled without the flag.
 */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}

/**
 * Checks a URI with a scheme (RFC 3986). The regular expression does not
 * backtrack repeatedly: each part ends at a delimiter that the part itself
 * cannot contain.
 */
function isUri(text: string): boolean {
  return (
    /^[a-z][a-z\d+.-]*:(\/\/([!$-.0-;=A-Z_~]*@)?(\[[\da-f:.]+\]|[!$-.0-9;=A-Z_~]*)(:\d*)?(?![^/?#])|(?!\/\/))[!$-;=?-Z_~]*(#[!$-;=?-Z_~]*)?$/i.test(
      text,
    ) &&
    // Search for `%` first, because V8 finds a character faster than it runs a
    // regular expression.
    !(text.includes("%") && /%(?![\da-f]{2})/i.test(text))
  );
}

/**
 * Checks a URI template (RFC 6570): literal text, and expressions such as
 * `{?list*,name:3}`. The regular expression contains the pattern of a variable
 * twice: for the first variable, and for each variable after a comma.
 */
function isUriTemplate(text: string): boolean {
  const rest = text.replace(
    /\{[+#./;?&=,!@|]?(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2})){0,200}(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2})){0,200}(?::[1-9]\d{0,3}|\*)?)*\}/gi,
    "-",
  );
  // eslint-disable-next-line no-control-regex
  return !/[\x00-\x20"'<>\\^`{|}]/.test(rest) && !/%(?![\da-f]{2})/i.test(rest);
}

/** Checks base64 text, which must have padding. The check takes linear time. */
function isBase64(text: string): boolean {
  const padding = text.indexOf("=");
  return (
    text.length % 4 === 0 &&
    !/[^A-Za-z\d+/=]/.test(text) &&
    (padding < 0 ||
      padding === text.length - 1 ||
      (padding === text.length - 2 && text.endsWith("=")))
  );
}

function isDate(text: string): boolean {
  // If the day does not exist, such as February 30, `Date` returns a different
  // day or an invalid date.
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    new Date(text).toJSON()?.slice(0, 10) === text
  );
}

/**
 * Checks a date-time (RFC 3339). The second 60 is valid only when a leap second
 * can occur: at 23:59 UTC.
 */
function isDateTime(text: string): boolean {
  const [, date = "", minute, second = "", zone] =
    /^(.{10})(T(?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(
      text,
    ) ?? [];
  const at = new Date((date + minute + zone).toUpperCase());
  return isDate(date) && (second < "60" || /T23:59/.test(at.toJSON()));
}

function isEmail(text: string): boolean {
  return (
    text.length < 255 &&
    /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.(?=.)|$)){2,}$/i.test(
      text,
    )
  );
}
