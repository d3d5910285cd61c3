/** Projects that are made from a server: they compile, pass their tests and connect. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { run, runNode } from "../new/support.js";
import { ROOT, type Run } from "../support/cli.js";
import { temporaryFolder } from "../support/folders.js";
import { listedBySdk } from "./clients.js";
import { taken } from "./programs.js";
import { commandOf, SERVERS, type Server } from "./servers.js";

const test = suite("projects from servers of npm");
const FOLDER = temporaryFolder();
const CASES = taken(SERVERS, 2);
const KINDS = ["server", "client"] as const;

/** A folder in which all projects are, so that one run compiles them. */
const folderOf = ({ name }: Server, kind: string): string =>
  `${kind}-${name.replace(/\W/g, "-")}`;

/** It says on standard error where the server is not what it was made from. */
const VISIT = `
import { connectClient } from "./src/client.js";
const client = await connectClient();
console.log(JSON.stringify(Object.keys(client.tools)));
await client.close();
`;

const runs = new Map<string, Run>();

/** What the compiler said, by the folder that it is about. */
const problems = new Map<string, string[]>();

async function make(server: Server, kind: string): Promise<void> {
  const { command, args, env } = commandOf(server);
  const folder = folderOf(server, kind);
  const words = ["new", kind, join(FOLDER, folder)];
  words.push("--from", [command, ...args].map((word) => `'${word}'`).join(" "));
  for (const pair of Object.entries(env)) words.push("--env", pair.join("="));
  runs.set(folder, await run(...words));
}

test.before(async () => {
  const queue = CASES.flatMap(([, server]) =>
    KINDS.map((kind) => [server, kind] as const),
  );
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      await make(...next);
  };
  await Promise.all([work(), work(), work()]);
  const [first] = [...runs].find(([, { code }]) => code === 0) ?? [];
  if (first === undefined) return;
  symlinkSync(join(ROOT, "node_modules"), join(FOLDER, "node_modules"));
  const config = {
    extends: `./${first}/tsconfig.json`,
    compilerOptions: { rootDir: ".", outDir: "dist", incremental: false },
    include: ["*/src", "*/test"],
  };
  writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(FOLDER, "package.json"), '{ "type": "module" }');
  const tsc = join(FOLDER, "node_modules/typescript/bin/tsc");
  const { stdout } = await runNode([tsc, "-p", "."], FOLDER);
  for (const line of stdout.split("\n").filter((line) => line !== "")) {
    const [folder = ""] = line.split("/");
    problems.set(folder, [...(problems.get(folder) ?? []), line]);
  }
});

/** The built project; what can not be made or compiled fails here. */
async function tested(server: Server, kind: string): Promise<string> {
  const folder = folderOf(server, kind);
  const made = runs.get(folder);
  assert.is(made?.code, 0, made?.stderr);
  assert.equal(problems.get(folder) ?? [], []);
  assert.equal(problems.get("error") ?? [], []);
  const built = join(FOLDER, "dist", folder);
  const { code, stdout } = await runNode(["--test"], built);
  assert.is(code, 0, stdout);
  return built;
}

for (const [title, server] of CASES) {
  test(`${title}: a server that lists the same`, async () => {
    const built = await tested(server, "server");
    const args = [join(built, "src/main.js")];
    const ours = { command: process.execPath, args, env: {} };
    assert.equal(await listedBySdk(ours), await listedBySdk(commandOf(server)));
  });

  test(`${title}: a client that connects to it`, async () => {
    const built = await tested(server, "client");
    const folder = join(FOLDER, folderOf(server, "client"));
    const command = commandOf(server);
    // Secrets stay in the environment: its mcp.json has their names alone.
    Object.assign(process.env, command.env);
    writeFileSync(join(built, "visit.js"), VISIT);
    const visit = await runNode([join(built, "visit.js")], folder);
    assert.equal([visit.code, visit.stderr], [0, ""]);
    const { tools } = await listedBySdk(command);
    assert.equal(JSON.parse(visit.stdout), tools);
  });
}

test.run();
