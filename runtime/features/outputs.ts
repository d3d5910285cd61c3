import { isObject } from "../validation/guards.js";

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;
const MIME = /^[^\s/]+\/[^\s/]/;

/**
 * Characters that are replaced in text: lone surrogates, and control characters
 * except tab and line breaks.
 */
const UNSAFE_CHARACTERS = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/**
 * Pattern for a fast first test: it matches unsafe characters and all
 * surrogates. `UNSAFE_CHARACTERS` is tested only after a match. This pattern
 * does not have the flag `u`: V8 then needs only a quarter of the time for a
 * long text with characters above U+00FF.
 */
const MAYBE_UNSAFE = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\uffff]/;

/**
 * Validates content blocks and replaces unsafe characters, before the content
 * is sent.
 *
 * `data` and `blob` must be base64, and `mimeType` must be a MIME type. In
 * `text` blocks, U+FFFD replaces lone surrogates and control characters, which
 * could control the reader's terminal. Tabs and line breaks are kept. The text
 * of an embedded resource is not changed.
 *
 * @param owner Name of the tool, resource or prompt, for the error message.
 * @throws TypeError if the content is invalid.
 */
export function sanitizeContent<T>(content: T, owner: string): T {
  if (Array.isArray(content)) {
    return content.map((block: unknown) => sanitizeContent(block, owner)) as T;
  }
  if (!isObject(content)) return content;
  const { data, blob, mimeType, resource, type, text } = content;
  // Test before replacing: most texts have no unsafe characters, and testing is
  // faster than replacing.
  if (
    type === "text" &&
    typeof text === "string" &&
    !(MAYBE_UNSAFE.test(text) && UNSAFE_CHARACTERS.test(text))
  ) {
    return content;
  }
  const encoded = String(data ?? blob ?? "");
  if (encoded.length % 4 || !BASE64.test(encoded)) {
    throw new TypeError(`${owner} returned invalid base64`);
  }
  const mime = String(mimeType ?? "a/b");
  if (!MIME.test(mime)) {
    throw new TypeError(`${owner} returned the invalid MIME type ${mime}`);
  }
  sanitizeContent(resource, owner);
  return type === "text"
    ? { ...content, text: String(text).split(UNSAFE_CHARACTERS).join("\ufffd") }
    : content;
}
