import { checkBalance } from "./sampling-messages.js";
import type { AskOptions, Call } from "../connection/call.js";
import type { Said } from "./sampling-messages.js";

interface Question {
  readonly messages: readonly Said[];
  readonly [name: string]: unknown;
}

/**
 * Asks the client's language model, with a conversation in which tools are used
 * as they have to be.
 *
 * @throws McpError -32602 when uses and results of tools do not fit together.
 */
export async function sampleFrom(
  ctx: Call,
  question: Question,
  options?: AskOptions,
): Promise<unknown> {
  checkBalance(question.messages);
  return ctx.sample(question, options);
}
