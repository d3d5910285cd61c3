/**
 * Replaces uvu in compiled tests (see `tests/compiled-package.json`): exports
 * the same functions as uvu, and gives each test a time limit.
 */
import { getTestLimit, runWithLimit } from "./time-limit.js";
import type { Callback, Test } from "uvu";

const uvu = (await import(
  new URL("../../uvu/dist/index.mjs", import.meta.url).href
)) as typeof import("uvu");

export const { exec } = uvu;

export function suite<T>(title = "", context?: T): Test<T> {
  const real = uvu.suite(title, context);
  const withLimit =
    (register: (name: string, test: Callback<T>) => void) =>
    (name: string, test: Callback<T>): void => {
      const limit = getTestLimit();
      register(name, (given) =>
        runWithLimit(`${title}: ${name}`, limit, () => test(given)),
      );
    };
  const { before, after, skip, run } = real;
  return Object.assign(withLimit(real), {
    only: withLimit(real.only),
    before,
    after,
    skip,
    run,
  });
}
