import * as assert from "uvu/assert";

/**
 * Asserts that `run` throws an error whose message contains `text`. The
 * function `throws` of uvu ignores the message if it is called with a string.
 */
export function assertThrows(run: () => unknown, text: string): void {
  let message = "no error was thrown";
  try {
    run();
  } catch (error) {
    ({ message } = error as Error);
  }
  assert.match(message, text);
}
