import type { QuestionRule } from "../../protocol/methods/method-facts.js";
import { assertToolUsesAnswered } from "./sampling-messages.js";
import type { ConversationMessage } from "./sampling-messages.js";

/**
 * Rule of the MCP specification for sampling requests (page client/sampling):
 * each tool use must be followed by a tool result.
 */
export const sampleRule: QuestionRule = {
  ask({ messages = [] }) {
    assertToolUsesAnswered(messages as readonly ConversationMessage[]);
  },
};
