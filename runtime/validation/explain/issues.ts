/**
 * Issues of invalid values, in two forms: as data, and as text for messages.
 */
export type Path = readonly (string | number)[];

/**
 * Mismatch between a value and its type. `path` leads to the part of the value
 * that is invalid.
 */
export interface Issue {
  readonly path: Path;
  /** Path to the invalid part, in JSON Pointer notation (RFC 6901). */
  readonly pointer: string;
  readonly expected: string;
  /**
   * Type of the invalid part, followed by an excerpt. Strings are shortened,
   * because they may be long or secret.
   */
  readonly received: string;
  /**
   * Description of the issue in one line, such as `tools[0].name: expected
   * string, got number 7`.
   */
  readonly message: string;
  /**
   * Name of the union member with which the value was compared. Absent if the
   * value was not compared with a named union member.
   */
  readonly branch?: string;
}

/** Result of validating a value. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly issues: readonly Issue[];
      /**
       * Number of further issues that are not in `issues`, because `issues` has
       * a maximum length.
       */
      readonly more: number;
    };

/**
 * Error that the generated `assertX` functions throw. The message has one line
 * for each issue.
 */
export class ValidationError extends Error {
  override readonly name: string = "ValidationError";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], more = 0) {
    const lines = issues.map(({ message }) => message);
    if (more > 0) lines.push(`and ${more} more`);
    super(lines.join("\n"));
    this.issues = issues;
  }
}

/**
 * Returns the type of a value, followed by an excerpt. If `whole` is set,
 * strings of up to 32 characters are not shortened.
 */
export function describeValue(value: unknown, whole = false): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string")
    return whole && value.length <= 32
      ? `string "${escapeText(value)}"`
      : `string "${excerpt(value)}…" (${value.length} characters)`;
  if (typeof value === "number")
    return Object.is(value, -0) ? "number -0" : `number ${value}`;
  if (typeof value === "boolean") return `boolean ${value}`;
  return Array.isArray(value) ? `array (${value.length} items)` : typeof value;
}

/**
 * Returns the start of a string: at most eight characters, and at most half of
 * the string.
 */
function excerpt(text: string): string {
  return escapeText(text.slice(0, Math.min(8, text.length >> 1)));
}

/**
 * Escapes a string as in JSON, without the quotes. Strings without characters
 * to escape are returned early.
 */
function escapeText(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 32 || c > 126 || c === 34 || c === 92)
      return JSON.stringify(text).slice(1, -1);
  }
  return text;
}
