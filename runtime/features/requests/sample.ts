import type { QuestionRule } from "../../protocol/methods/method-facts.js";
import { assertToolUsesAnswered } from "./sampling-messages.js";
import type { ConversationMessage } from "./sampling-messages.js";

/**
 * Rule of MCP for sampling requests (client/sampling): a result must follow
 * each tool use in a conversation.
 */
export const sampleRule: QuestionRule = {
  ask({ messages = [] }) {
    assertToolUsesAnswered(messages as readonly ConversationMessage[]);
  },
};
