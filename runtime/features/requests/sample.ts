import { checkBalance } from "./sampling-messages.js";
import type { QuestionRule } from "../../protocol/protocol.js";
import type { ConversationMessage } from "./sampling-messages.js";

/** MCP: in a conversation every use of a tool is followed by its result. */
export const sampleRule: QuestionRule = {
  ask({ messages = [] }) {
    checkBalance(messages as readonly ConversationMessage[]);
  },
};
