import { isObject } from "../validation/guards.js";

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;
const MIME = /^[^\s/]+\/[^\s/]/;

/** Control characters but tab and line ends, and halves of surrogate pairs. */
const UNFIT = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/**
 * Content as it may be sent: `data` and `blob` are base64, and a `mimeType` is
 * one. In the text of `text` blocks each control character but tab and line
 * ends, which could act on a terminal, and each half of a surrogate pair, which
 * is no Unicode, becomes U+FFFD. Text within a resource stays as it is.
 *
 * @throws TypeError that says what is wrong; `owner` is the name of the tool,
 *   resource or prompt that the content is of.
 */
export function fitContent<T>(content: T, owner: string): T {
  if (Array.isArray(content)) {
    return content.map((one: unknown) => fitContent(one, owner)) as T;
  }
  if (!isObject(content)) return content;
  const { data, blob, mimeType, resource, type, text } = content;
  // To look costs less than to replace, and nearly all text is fit.
  if (type === "text" && typeof text === "string" && !UNFIT.test(text)) {
    return content;
  }
  const encoded = String(data ?? blob ?? "");
  if (encoded.length % 4 || !BASE64.test(encoded)) {
    throw new TypeError(`${owner} gave bad base64`);
  }
  const mime = String(mimeType ?? "a/b");
  if (!MIME.test(mime)) {
    throw new TypeError(`${owner} gave bad MIME type ${mime}`);
  }
  fitContent(resource, owner);
  return type === "text"
    ? { ...content, text: String(text).split(UNFIT).join("\ufffd") }
    : content;
}
