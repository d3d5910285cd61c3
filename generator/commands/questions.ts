import type { Io } from "./io.js";

/** A question with the answer that an empty line gives. */
export interface Question {
  readonly text: string;
  readonly fallback: string;
  /** The answers that are taken; any when absent. */
  readonly choices?: readonly string[];
}

/**
 * The value of an option: as given, or asked for on a terminal, or the default.
 * Nothing is asked when the program is piped, or told not to (`--yes`).
 */
export async function valueOf<T extends string>(
  given: T | undefined,
  { text, fallback, choices }: Question,
  io: Io,
  quiet: boolean,
): Promise<T> {
  if (given !== undefined) return given;
  if (!io.ask || quiet) return fallback as T;
  const list = choices ? ` (${choices.join(", ")})` : "";
  for (;;) {
    const answer = (await io.ask(`${text}${list} [${fallback}]: `)).trim();
    if (answer === "") return fallback as T;
    if (!choices || choices.includes(answer)) return answer as T;
    io.err(`It can be ${choices.join(", ")}.\n`);
  }
}
