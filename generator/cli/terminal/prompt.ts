import type { Io } from "./io.js";

/** A question with the answer that an empty line gives. */
export interface Question {
  readonly text: string;
  readonly fallback: string;
  /** Why an answer can not be taken, or null. Any is taken when absent. */
  problem?(answer: string): string | null;
}

/**
 * The value of an option: as given, or asked for on a terminal, or the default.
 * Nothing is asked when the program is piped, or told not to (`--yes`).
 */
export async function valueOf<T extends string>(
  given: T | undefined,
  question: Question,
  io: Io,
  quiet: boolean,
): Promise<T> {
  if (given !== undefined) return given;
  const { text, fallback } = question;
  if (!io.ask || quiet) return fallback as T;
  for (;;) {
    const answer = (await io.ask(`${text} [${fallback}]: `)).trim() || fallback;
    const problem = question.problem?.(answer) ?? null;
    if (problem === null) return answer as T;
    io.err(`${problem}\n`);
  }
}
