/**
 * Hostile server over stdio. Answers the first requests correctly, up to and
 * including the first `tools/list`. Answers the further requests with the given
 * hostile behaviors in turn. Usage: `hostile-server.js REVISION [BEHAVIOR...]`
 */
import { createInterface } from "node:readline";
import { getBehaviors } from "./answers.js";
import type { Message } from "./processes.js";

const [, , revision = "", ...chosen] = process.argv;
const { right, behaviors } = getBehaviors(revision);

let listed = false;
let turn = 0;

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line) as Message;
  const { id, method } = request;
  // Do not answer a subscription request: in MCP, the answer would end the
  // subscription.
  if (id === undefined || method === "subscriptions/listen") return;
  const behavior = listed ? chosen[turn++ % chosen.length] : undefined;
  if (method === "tools/list") listed = true;
  (behaviors[behavior ?? ""] ?? right)(request);
});
