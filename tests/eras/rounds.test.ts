/** A call of several rounds, answered by processes that share only a key. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load, program } from "../interop/support.js";
import { temporaryFolder } from "../support/folders.js";
import { MODERN } from "./support.js";

const test = suite("rounds over processes");

/** Counts its runs, and the effect that must happen once, in files. */
const SERVER = `
import { appendFileSync } from "node:fs";
import { createServer, listen, tools } from "./server.js";
const [, , folder, key] = process.argv;
const count = (name) => appendFileSync(folder + "/" + name, process.pid + "\\n");
const ask = (ctx, message) => ctx.elicit({ message, requestedSchema: { type: "object", properties: {} } });
const server = createServer({ name: "seats", version: "1" }, tools({
  book: { handler: async (_args, ctx) => {
    count("runs");
    const id = await ctx.once("reserve", () => { count("effects"); return "seat-" + process.pid; });
    const { action } = await ask(ctx, "Sure?");
    const again = await ask(ctx, "Really?");
    return [id, action, again.action].join(" ");
  } },
}), { state: { key } });
console.log((await listen(server)).url);
`;

interface ClientModule {
  createClient(
    info: object,
    handlers: object,
  ): {
    connect(transport: object): Promise<void>;
    callTool(params: object): Promise<{ content: { text: string }[] }>;
    close(): Promise<void>;
  };
  elicitation(options: object): object;
  http(url: string, options: { fetch: typeof fetch }): object;
}

interface Site {
  readonly url: string;
  readonly process: ChildProcess;
}

async function started(folder: string, key: string): Promise<Site> {
  const file = await program(MODERN, SERVER);
  const child = spawn(process.execPath, [file, folder, key], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), process: child };
}

async function stopped({ process: child }: Site): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Calls the tool, each round at another process. */
async function called(keys: readonly [string, string]): Promise<{
  readonly outcome: string;
  readonly sites: readonly Site[];
  readonly lines: (name: string) => string[];
}> {
  const folder = temporaryFolder();
  for (const name of ["runs", "effects"]) writeFileSync(join(folder, name), "");
  const { createClient, elicitation, http } = await load<ClientModule>(
    MODERN,
    "client",
  );
  const sites = await Promise.all(keys.map((key) => started(folder, key)));
  let calls = 0;
  const inTurn: typeof fetch = (input, init) => {
    const { method } = JSON.parse(init?.body as string) as { method: string };
    const site = method === "tools/call" ? sites[calls++ % 2] : sites[0];
    return fetch(site?.url ?? String(input), init);
  };
  const client = createClient(
    { name: "c", version: "1" },
    elicitation({ form: () => ({ action: "accept", content: {} }) }),
  );
  await client.connect(http(sites[0]?.url ?? "", { fetch: inTurn }));
  const outcome = await client.callTool({ name: "book", arguments: {} }).then(
    ({ content }) => content[0]?.text ?? "",
    ({ code }: { code: number }) => String(code),
  );
  await client.close();
  await Promise.all(sites.map(stopped));
  const lines = (name: string): string[] =>
    readFileSync(join(folder, name), "utf8").trim().split("\n");
  return { outcome, sites, lines };
}

const KEY = "a secret of at least 32 bytes, shared";

test("three rounds, two processes, one key: the effect happens once", async () => {
  const { outcome, sites, lines } = await called([KEY, KEY]);
  const [first, second] = sites.map((site) => String(site.process.pid));
  assert.is(outcome, `seat-${first} accept accept`);
  assert.equal(lines("runs"), [first, second, first]);
  assert.equal(lines("effects"), [first]);
});

test("a process with another key takes no state of the first", async () => {
  const other = "another secret of at least 32 bytes";
  const { outcome, sites, lines } = await called([KEY, other]);
  assert.is(outcome, "-32602");
  assert.equal(lines("runs"), [String(sites[0]?.process.pid)]);
});

test.run();
