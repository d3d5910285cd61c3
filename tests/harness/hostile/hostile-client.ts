/**
 * Hostile HTTP client. In each round, runs two invalid actions and a flood
 * concurrently. The seed determines which ones. Reads the messages to send from
 * stdin, as JSON by method. Usage: `hostile-client.js URL REVISION SEED ROUNDS`
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

/** Maximum duration of an invalid action, in milliseconds. */
const PATIENCE = 500;

async function rude(name: string): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE);
  // Remove the limit on listeners, because each request adds a listener to the
  // abort signal.
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
  // Print each action before it starts. If the server fails, the last lines
  // show which actions caused the failure.
  process.stdout.write(`${all.join(" | ")}\n`);
  await Promise.all([...chosen.map(rude), attack && flood(flooding, attack)]);
}
process.exit();
