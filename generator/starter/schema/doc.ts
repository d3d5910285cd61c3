/** Keywords that a reader wants to know and no type tells. */
const TOLD = [
  "default",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

const MAX_VALUE = 120;

/** Text of a schema's comment: its description, and its limits as tags. */
export function docOf(schema: { readonly [keyword: string]: unknown }): string {
  const { description, deprecated } = schema;
  const tags = TOLD.flatMap((keyword) => {
    const value = schema[keyword];
    if (value === undefined) return [];
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [`@${keyword} ${oneLine(text)}`];
  });
  if (deprecated === true) tags.push("@deprecated");
  return [
    ...(typeof description === "string" && description.trim() !== ""
      ? [description.trim().replace(/\r\n?|[\u2028\u2029]/g, "\n"), ""]
      : []),
    ...tags,
  ]
    .join("\n")
    .trim();
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\u2028\u2029]+/g, " ");
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}
