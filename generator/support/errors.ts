/**
 * Diagnostics: mistakes that a user can fix. Every other exception is a bug of
 * this program and results in exit code 3.
 */

/** Title, cause and fix of a diagnostic code. */
export interface DiagnosticKind {
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

/** Position in a file of the user. Lines and columns are numbered from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /**
   * Lines of the source around the position, with a caret below the position.
   */
  readonly frame: string;
}

/**
 * Error or warning with a stable `code`. `message` describes the individual
 * occurrence.
 */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly place: Place | null;
  readonly cause: string;
  readonly fix: string;
}

/** Error with one or more diagnostics. It ends a run with exit code 2. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(
      diagnostics
        .map((diagnostic) => `${diagnostic.code}: ${diagnostic.message}`)
        .join("\n"),
    );
    this.diagnostics = diagnostics;
  }
}

/**
 * Function that creates the error for a syntax error in a file. `why` describes
 * the syntax error at `place`.
 */
export type RefuseText = (why: string, place: Place) => Error;

/**
 * Applies `work` to each item. Continues after a `UserError` to collect the
 * errors of all items.
 *
 * @throws UserError with all distinct diagnostics.
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
 * Returns functions that create the errors and warnings of a list of diagnostic
 * codes. A warning does not stop a run. TypeScript rejects a code without
 * title, cause and fix.
 */
export function createErrors<Code extends string>(
  kinds: Readonly<Record<Code, DiagnosticKind>>,
) {
  const createDiagnostic =
    (severity: Diagnostic["severity"]) =>
    (
      code: Code,
      message: string,
      /**
       * Position and texts for this occurrence. The texts replace those of the
       * diagnostic code.
       */
      detail: Partial<Pick<Diagnostic, "cause" | "fix" | "place">> = {},
    ): Diagnostic => {
      const { cause, fix } = { ...kinds[code], ...detail };
      const place = detail.place ?? null;
      return { severity, code, message, place, cause, fix };
    };
  const error = createDiagnostic("error");
  return Object.assign(
    (...about: Parameters<typeof error>) => new UserError([error(...about)]),
    { kinds, warning: createDiagnostic("warning") },
  );
}

/** Converts an offset in a file's text to a position. */
export function placeAt(offset: number, file: string, text: string): Place {
  const before = text.slice(0, offset).split("\n");
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  return { file, line, column, frame: codeFrame(text, line, column) };
}

/**
 * Returns five numbered source lines around a position, with a caret below it.
 * To create many such excerpts from one text, split the text once and pass its
 * lines.
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
  for (let lineNumber = first; lineNumber <= last; lineNumber++) {
    const source = (lines[lineNumber - 1] ?? "").slice(0, 200);
    const mark = lineNumber === line ? ">" : " ";
    out.push(
      `${mark} ${String(lineNumber).padStart(width)} | ${source}`.trimEnd(),
    );
    if (lineNumber === line) {
      const gap = source.slice(0, column - 1).replace(/[^\t]/g, " ");
      out.push(`  ${" ".repeat(width)} | ${gap}^`);
    }
  }
  return out.join("\n");
}
