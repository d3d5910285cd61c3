import { isObject } from "../validation/guards.js";

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;
const MIME = /^[^\s/]+\/[^\s/]/;

/** Control characters but tab and line ends, and lone surrogates. */
const UNSAFE_CHARACTERS = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/**
 * Content as it may be sent: `data` and `blob` have to be base64, and
 * `mimeType` a MIME type. In `text` blocks each control character but tab and
 * line ends, which could act on a terminal, and each lone surrogate, which is
 * no Unicode, becomes U+FFFD. Text within a resource stays as it is.
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
  // A test costs less than a replacement, and nearly all text passes.
  if (
    type === "text" &&
    typeof text === "string" &&
    !UNSAFE_CHARACTERS.test(text)
  ) {
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
    ? { ...content, text: String(text).split(UNSAFE_CHARACTERS).join("\ufffd") }
    : content;
}
