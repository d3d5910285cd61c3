/** Characters of a text that are quoted. */
const SHOWN = 80;

/** The beginning of a text for a log: on one line, and nothing hidden in it. */
export function quote(text: string): string {
  const start = JSON.stringify(text.slice(0, SHOWN));
  const shown = start.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return text.length > SHOWN ? `${shown}…` : shown;
}
