/** The formats that `formats: "assert"` checks; others are not asserted. */

const FORMATS: { readonly [name: string]: (text: string) => boolean } = {
  uri: isUri,
  "uri-template": isUriTemplate,
  byte: isBase64,
  date: isDate,
  "date-time": isDateTime,
  email: isEmail,
};

/** True when `text` has the format, or the format is not known. */
export function hasFormat(format: string, text: string): boolean {
  return !Object.hasOwn(FORMATS, format) || FORMATS[format]?.(text) === true;
}

/** RFC 3986, with a scheme. Searches only: nothing backtracks. */
function isUri(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:/i.test(text) || !isUriText(text)) return false;
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(text)?.[1];
  if (authority === undefined) return !/[[\]]/.test(text);
  const rest = text.slice(text.indexOf("//") + 2 + authority.length);
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return (
    !/[[\]]/.test(rest) &&
    /^(?:\[[\da-f:.]+\]|[^[\]:]*)(?::\d*)?$/i.test(host) &&
    !/[[\]@]/.test(authority.slice(0, -host.length - 1))
  );
}

/** Only what a URI may hold, `%` as an escape, and one `#`. */
function isUriText(text: string): boolean {
  return (
    !/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/.test(text) &&
    !/%(?![\da-f]{2})/i.test(text) &&
    text.indexOf("#") === text.lastIndexOf("#")
  );
}

const VARIABLE =
  "(?:\\w|%[\\da-f]{2})(?:\\.?(?:\\w|%[\\da-f]{2})){0,200}(?::[1-9]\\d{0,3}|\\*)?";

/** RFC 6570: literals, and expressions such as `{?list*,name:3}`. */
function isUriTemplate(text: string): boolean {
  const expression = new RegExp(
    `\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\}`,
    "gi",
  );
  const rest = text.replace(expression, "-");
  // eslint-disable-next-line no-control-regex
  return !/[\x00-\x20"'<>\\^`{|}]/.test(rest) && !/%(?![\da-f]{2})/i.test(rest);
}

/** Base64 with padding: one search, and one for the padding. */
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
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
  ];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}

/** RFC 3339; the leap second only where one can be. */
function isDateTime(text: string): boolean {
  const parts =
    /^(.{10})[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(
      text,
    );
  if (!parts || !isDate(parts[1] ?? "")) return false;
  const [hour, minute, second] = parts.slice(2, 5).map(Number) as [
    number,
    number,
    number,
  ];
  const offsetHour = Number(parts[6] ?? 0);
  const offsetMinute = Number(parts[7] ?? 0);
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59)
    return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (parts[5] === "-" ? -1 : 1);
  const utc = (hour * 60 + minute - offset + 2880) % 1440;
  return second === 60 && utc === 1439;
}

function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf("@");
  const labels = text.slice(at + 1).split(".");
  return (
    at <= 64 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(
      text.slice(0, Math.max(0, at)),
    ) &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label))
  );
}
