/** The text of a block comment on one line, for files without comments. */
export function plainText(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .filter((line) => line !== "")
    .join(" ");
}
