import { ConnectionError } from "../connection/errors.js";
import { checkBalance } from "./sampling-messages.js";
import { declares } from "../lifecycle/capabilities.js";
import type { AskOptions, Call } from "../connection/call.js";
import type { Said } from "./sampling-messages.js";

interface Question {
  readonly messages: readonly Said[];
  readonly [name: string]: unknown;
}

/**
 * Asks the client's language model, as far as the client said that it may be
 * asked.
 *
 * @throws McpError -32602 when uses and results of tools do not fit together;
 *   ConnectionError when the model may not be given tools.
 */
export async function sampleFrom(
  ctx: Call,
  question: Question,
  options?: AskOptions,
): Promise<unknown> {
  const { messages, tools, toolChoice } = question;
  if ((tools ?? toolChoice) !== undefined) requireTools(ctx);
  checkBalance(messages);
  return ctx.sample(question, options);
}

function requireTools({ peer: { capabilities } }: Call): void {
  // That there is no sampling at all is found when it is sent.
  if (capabilities.sampling === undefined) return;
  if (declares(capabilities, "sampling.tools")) return;
  const text =
    "Tools in sampling need sampling.tools, which the peer did not declare";
  throw new ConnectionError("capability", text);
}
