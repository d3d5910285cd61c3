import { checkBalance } from "./sampling-messages.js";
import type { QuestionRule } from "../../protocol/protocol.js";
import type { ConversationMessage } from "./sampling-messages.js";

/**
 * Rule of MCP (client/sampling): every tool use in a conversation is followed
 * by its result.
 */
export const sampleRule: QuestionRule = {
  ask({ messages = [] }) {
    checkBalance(messages as readonly ConversationMessage[]);
  },
};
