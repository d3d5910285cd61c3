import { checkBalance } from "./sampling-messages.js";
import type { QuestionRule } from "../../endpoint/protocol.js";
import type { Said } from "./sampling-messages.js";

/** A conversation in which tools are used keeps to the order of that. */
export const sampleRule: QuestionRule = {
  ask({ messages = [] }) {
    checkBalance(messages as readonly Said[]);
  },
};
