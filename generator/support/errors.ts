/**
 * Mistakes that a user can mend. Everything else that is thrown is a fault of
 * ours and ends with exit code 3.
 */

/** What a diagnostic code always comes with. */
export interface DiagnosticKind {
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

/** A place in a file that the user gave; line and column are 1-based. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** A few lines of the source with a caret under the place. */
  readonly frame: string;
}

/** One finding: `code` is stable, `message` names what this one is about. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly place: Place | null;
  readonly cause: string;
  readonly fix: string;
}

/** One or more diagnostics that stop a run with exit code 2. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => `${d.code}: ${d.message}`).join("\n"));
    this.diagnostics = diagnostics;
  }
}

/** Makes the error for text that is not of its language, where it stops being that. */
export type RefuseText = (why: string, place: Place) => Error;

/**
 * What `work` makes of each item, where an error of one hides none of another.
 *
 * @throws UserError with all that was found, once.
 */
export function mapAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Result[] {
  const problems: Diagnostic[] = [];
  const results = items.flatMap((item) => {
    try {
      return [work(item)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.diagnostics);
      return [];
    }
  });
  if (problems.length > 0) throw new UserError(problems);
  return results;
}

/**
 * Makes errors of one registry, and warnings, which are reported and stop nothing.
 * A code without title, cause and fix does not compile.
 */
export function errorsOf<Code extends string>(
  kinds: Readonly<Record<Code, DiagnosticKind>>,
) {
  const diagnosticOf =
    (severity: Diagnostic["severity"]) =>
    (
      code: Code,
      message: string,
      /** What the error knows better than its registry. */
      detail: Partial<Pick<Diagnostic, "cause" | "fix" | "place">> = {},
    ): Diagnostic => {
      const { cause, fix } = { ...kinds[code], ...detail };
      const place = detail.place ?? null;
      return { severity, code, message, place, cause, fix };
    };
  const error = diagnosticOf("error");
  return Object.assign(
    (...about: Parameters<typeof error>) => new UserError([error(...about)]),
    { kinds, warning: diagnosticOf("warning") },
  );
}

/** The place at an offset of a file's text. */
export function placeAt(offset: number, file: string, text: string): Place {
  const before = text.slice(0, offset).split("\n");
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  return { file, line, column, frame: codeFrame(text, line, column) };
}

/**
 * Five lines round a place, numbered, with a caret. Whoever makes many frames
 * of one text splits it once and passes the lines.
 */
export function codeFrame(
  text: string | readonly string[],
  line: number,
  column: number,
): string {
  const lines = typeof text === "string" ? text.split(/\r?\n/) : text;
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 2);
  const width = String(last).length;
  const out: string[] = [];
  for (let n = first; n <= last; n++) {
    const source = (lines[n - 1] ?? "").slice(0, 200);
    const mark = n === line ? ">" : " ";
    out.push(`${mark} ${String(n).padStart(width)} | ${source}`.trimEnd());
    if (n === line) {
      const gap = source.slice(0, column - 1).replace(/[^\t]/g, " ");
      out.push(`  ${" ".repeat(width)} | ${gap}^`);
    }
  }
  return out.join("\n");
}
