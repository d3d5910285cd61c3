/**
 * A server over standard streams. It opens as it should and lists its tool once;
 * from then on it answers in those ways by turns, without any as it should.
 *
 *     hostile-server.js REVISION [WAY...]
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
  // What is listened to goes on.
  if (id === undefined || method === "subscriptions/listen") return;
  const behavior = listed ? chosen[turn++ % chosen.length] : undefined;
  if (method === "tools/list") listed = true;
  (behaviors[behavior ?? ""] ?? right)(request);
});
