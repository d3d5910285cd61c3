/**
 * Generated host with one honest server and several hostile servers. Each
 * argument BEHAVIORS lists the behaviors of one hostile server, separated by
 * commas. The host calls all servers in turn. Then it sends the answers of the
 * honest server to the parent process and exits. Usage: `our-host.js FOLDER
 * REVISION BEHAVIORS...`
 */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { measureHeap } from "./heap.js";
import type { ClientModule } from "../generated/modules.js";

const [, , folder = "", revision = "", ...evil] = process.argv;
const made = (await import(
  pathToFileURL(join(folder, "client.js")).href
)) as ClientModule;

const file = fileURLToPath(new URL("hostile-server.js", import.meta.url));
const server = (...more: string[]) => ({
  command: process.execPath,
  args: [file, revision, ...more],
});

/** Number of calls to each server: each hostile behavior is used twice. */
const ROUNDS = 6;

const host = made.createHost(
  { name: "h", version: "1" },
  {
    servers: {
      honest: server(),
      ...Object.fromEntries(
        evil.map((ways, n) => [`evil${n}`, server(...ways.split(","))]),
      ),
    },
    timeout: 5_000,
    restarts: [1, 1, 1, 1, 1],
    consent: { callTool: () => true, elicitation: () => true },
    handlers: made.elicitation({ form: () => ({ action: "decline" }) }),
    client: { validateOutput: made.outputValidator() },
    onError: () => {},
  },
);
await host.connect();
const before = measureHeap();
const answers: string[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const others = evil.map((_, n) =>
    host.callTool({ name: `evil${n}__t` }, { timeout: 100 }).catch(() => {}),
  );
  const honest = host.callTool({ name: "honest__t" }, { timeout: 10_000 });
  const [answer] = await Promise.all([
    honest.then(({ content }) => String(content[0]?.text), String),
    ...others,
  ]);
  answers.push(answer);
}
const grown = measureHeap() - before;
await host.close();
process.send?.({ answers, grown });
process.disconnect();
