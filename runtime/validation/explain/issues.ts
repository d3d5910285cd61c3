/** Issues: what is wrong with a value, for programs and for people. */
export type Path = readonly (string | number)[];

/** One thing that is wrong with a value. */
export interface Issue {
  readonly path: Path;
  /** The path as JSON Pointer. */
  readonly pointer: string;
  readonly expected: string;
  /** The type of what is there, with a short value; never a whole string. */
  readonly received: string;
  /** One line: `tools[0].name: expected string, got number 7`. */
  readonly message: string;
  /** The union's member that the value was held against. */
  readonly branch?: string;
}

/** What a validation answers. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly issues: readonly Issue[];
      /** How many more there are beside `issues`. */
      readonly more: number;
    };

/** Thrown by `assertX`. */
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

/** Type and short value. `whole` where the value may be shown as it is. */
export function describe(value: unknown, whole = false): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string")
    return whole && value.length <= 32
      ? `string "${escaped(value)}"`
      : `string "${start(value)}…" (${value.length} characters)`;
  if (typeof value === "number")
    return Object.is(value, -0) ? "number -0" : `number ${value}`;
  if (typeof value === "boolean") return `boolean ${value}`;
  return Array.isArray(value) ? `array (${value.length} items)` : typeof value;
}

/** At most eight characters of a string, and never more than half of it. */
function start(text: string): string {
  return escaped(text.slice(0, Math.min(8, text.length >> 1)));
}

/** As JSON has it between quotes; most texts need no escapes. */
function escaped(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 32 || c > 126 || c === 34 || c === 92)
      return JSON.stringify(text).slice(1, -1);
  }
  return text;
}
