/**
 * A client over HTTP that keeps to no rule: floods and what no client should send,
 * three at a time, in an order that a seed says. It ends by itself. Its messages by
 * method come over standard input, as JSON: to read them from the model takes time.
 *
 *     hostile-client.js URL REVISION SEED ROUNDS
 */
import { setMaxListeners } from "node:events";
import { json } from "node:stream/consumers";
import { random } from "../models/mutations.js";
import { flood, getFloods } from "./flood.js";
import { Manners } from "./requests.js";
import { RUDE } from "./rude.js";
import type { Flooding } from "./flood.js";

const [, , url = "", revision = "", seed = "1", rounds = "1"] = process.argv;
const below = random(Number(seed));
const messages: Flooding["messages"] = new Map(
  Object.entries((await json(process.stdin)) as object),
);
const manners = new Manners(revision);
const floods = getFloods(messages.keys(), revision);
const names = Object.keys(RUDE);
const flooding = { url, revision, messages, below };

/** How long, in ms, something rude may go on. */
const PATIENCE = 500;

async function rude(name: string): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE);
  // Each request listens to it.
  setMaxListeners(0, signal);
  const conversation = await manners.open(url, "eve", signal);
  const all = [...messages.values()].flat();
  const aim = { url, manners, conversation, messages: all, below, signal };
  await RUDE[name]?.(aim);
}

for (let round = 0; round < Number(rounds); round += 1) {
  const chosen = [1, 2].map(() => names[below(names.length)] ?? "");
  const attack = floods[below(floods.length)];
  const all = [...chosen, JSON.stringify(attack)];
  // What it did last is known when the server fails.
  process.stdout.write(`${all.join(" | ")}\n`);
  await Promise.all([...chosen.map(rude), attack && flood(flooding, attack)]);
}
process.exit();
