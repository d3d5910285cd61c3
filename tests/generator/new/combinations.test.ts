/**
 * Tests of combinations of the options of `new server`: for each combination,
 * the test runs the commands in the README, AGENTS.md, Docker files and CI
 * workflow of the new project. `make test-all` tests all pairs of option
 * values, and other runs test a sample.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import {
  coverPairs,
  type Combination,
} from "../../harness/new/combinations.js";
import { buildImage } from "../../harness/new/docker.js";
import {
  builtServer,
  createProject,
  newProject,
} from "../../harness/new/project.js";
import { openShell, type Served, type Shell } from "../../harness/new/shell.js";
import { skillText } from "../../harness/generated/skills.js";
import { outcome } from "../../harness/program/cli.js";
import { folderWith, readTree } from "../../harness/program/folders.js";
import { startRedis, HAS_REDIS } from "../../harness/redis/redis-server.js";
import { sample, WHOLE } from "../../harness/run/sampling.js";

const test = suite("new server: combinations");

const TOOLS = JSON.stringify({
  tools: [
    { name: "look", description: "Looks", inputSchema: { type: "object" } },
  ],
});

/** Returns the arguments of `new server` for a combination. */
async function toArguments(row: Combination): Promise<string[]> {
  const args = ["--transports", row.transports, "--auth", row.auth];
  args.push("--shared", row.shared);
  if (row.with) args.push("--with", row.with);
  if (row.rev !== "all") args.push("--rev", row.rev);
  if (row.source === "tools")
    args.push("--tools", join(folderWith({ "t.json": TOOLS }), "t.json"));
  if (row.source === "skills")
    args.push("--skills", folderWith({ "a/SKILL.md": skillText("a") }));
  if (row.source === "from") {
    const made = await createProject("server", [], true);
    const { command, args: words } = builtServer(join(made, "project"));
    args.push("--from", [command, ...words].join(" "));
  }
  return args;
}

// Combinations to test. The sample uses one revision and one tool, because
// these are fast to generate and to check.
const ROWS: readonly Combination[] = WHOLE
  ? coverPairs()
  : sample(
      coverPairs().filter(
        ({ auth, shared, with: extras }) =>
          auth + shared !== "nonenone" && extras.includes("ci"),
      ),
      1,
    ).map((row) => ({ ...row, rev: "2025-11-25", source: "tools" }));

for (const row of ROWS) {
  const title = Object.entries(row)
    .map(([name, value]) => `--${name} ${value}`)
    .join(" ");
  test(`the commands in the files of a new server project work with ${title}`, async () => {
    const needsRedis = row.shared === "redis";
    if (needsRedis && !HAS_REDIS) return;
    const store = needsRedis ? await startRedis() : undefined;
    try {
      const { folder } = await newProject("server", await toArguments(row));
      const shell = await openShell(folder, store?.port);
      const ran = await runReadme(shell, row);
      await runAgents(shell, row, ran);
      await runWorkflow(shell, row, ran);
      await checkVariables(shell);
      await runDocker(shell, row);
    } finally {
      await store?.stop();
    }
  });
}

const read = ({ folder }: Shell, path: string): string =>
  readFileSync(join(folder, path), "utf8");

/**
 * Runs the shell commands of the README in their order. Returns the commands,
 * so that the test does not run them again when other files of the project
 * contain them.
 */
async function runReadme(shell: Shell, row: Combination): Promise<Set<string>> {
  const blocks = [...read(shell, "README.md").matchAll(/```sh\n([^]*?)```/g)];
  const servers: Served[] = [];
  try {
    for (const [, script = ""] of blocks) {
      // Skip the command of the Inspector if the server requires OAuth, because
      // the Inspector cannot sign in without a browser.
      if (script.includes("--server-url") && row.auth === "oauth") continue;
      if (!startsHttp(script, row)) await shell.run(script);
      else {
        const served = await shell.serve(script);
        servers.push(served);
        await shell.run(`curl ${CURL} ${served.origin}/healthz`);
        await shell.run(`curl ${CURL} ${served.origin}/readyz`);
      }
    }
  } finally {
    for (const served of servers) await served.stop();
  }
  assert.is(servers.length, row.transports === "stdio" ? 0 : 1);
  return new Set(blocks.flatMap(([, script = ""]) => script.split("\n")));
}

const CURL = "--silent --fail --retry 20 --retry-delay 1 --retry-all-errors";

/**
 * Returns whether the last command of a script starts a server over HTTP, which
 * then runs until it is stopped.
 */
function startsHttp(script: string, { transports }: Combination): boolean {
  const last = script.trim().split("\n").at(-1) ?? "";
  return transports.startsWith("stdio")
    ? last === "npm start -- --http"
    : last === "npm start";
}

/**
 * Runs the commands that AGENTS.md mentions, and adds them to `ran`. Skips the
 * commands in `ran`.
 */
async function runAgents(
  shell: Shell,
  row: Combination,
  ran: Set<string>,
): Promise<void> {
  if (!existsSync(join(shell.folder, "AGENTS.md"))) return;
  const text = read(shell, "AGENTS.md");
  const commands = [...text.matchAll(/`((?:npm|npx|cp|node) [^`]+)`/g)];
  assert.ok(commands.length >= 4);
  for (const [, command = ""] of commands) {
    if (ran.has(command)) continue;
    ran.add(command);
    if (startsHttp(command, row)) await (await shell.serve(command)).stop();
    else if (command !== "npm run dev") await shell.run(command);
  }
}

/**
 * Runs the steps of the CI workflow, except those in `ran`, in a project without
 * `.env`.
 */
async function runWorkflow(
  shell: Shell,
  row: Combination,
  ran: ReadonlySet<string>,
): Promise<void> {
  const path = ".github/workflows/ci.yml";
  if (!existsSync(join(shell.folder, path))) return;
  rmSync(join(shell.folder, ".env"), { force: true });
  const { steps, services = {} } = parse(read(shell, path)).jobs.test as {
    readonly steps: readonly { readonly run?: string }[];
    readonly services?: Record<string, { readonly ports: readonly string[] }>;
  };
  for (const { run } of steps)
    if (run !== undefined && !ran.has(run)) await shell.run(run);
  const port = new URL(readExample(shell)["REDIS_URL"] ?? "http://x").port;
  if (row.auth === "none" && port !== "")
    assert.equal(
      Object.values(services).flatMap(({ ports }) => ports),
      [`${port}:${port}`],
    );
}

/** Returns the variables that `.env.example` sets. */
function readExample(shell: Shell): Record<string, string> {
  const path = join(shell.folder, ".env.example");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>;
}

/**
 * Checks that the documentation names exactly the environment variables that
 * the code reads. Also checks that the server does not start if a required
 * variable is missing.
 */
async function checkVariables(shell: Shell): Promise<void> {
  const tree = readTree(join(shell.folder, "src"));
  const used = new Set<string>();
  for (const [path, code] of Object.entries(tree))
    if (!path.startsWith("generated/"))
      for (const [, name = ""] of code.matchAll(/env\w*\["([A-Z_]+)"\]/g))
        used.add(name);
  const named = (path: string, pattern: RegExp): string[] =>
    existsSync(join(shell.folder, path))
      ? [...read(shell, path).matchAll(pattern)].map(([, name = ""]) => name)
      : [];
  const all = [...used].sort();
  assert.equal(named("README.md", /^- `([A-Z_]+)` \(/gm).sort(), all);
  if (existsSync(join(shell.folder, "AGENTS.md")))
    assert.equal(named("AGENTS.md", /^- `([A-Z_]+)`/gm).sort(), all);
  const required = readExample(shell);
  const settings = named(".env.example", /^(?:# )?([A-Z_]+)=/gm);
  const own = all.filter((name) => !["HOST", "PORT"].includes(name));
  assert.equal(settings.sort(), own);
  for (const name of Object.keys(required)) {
    const { [name]: _, ...others } = required;
    const { args } = builtServer(shell.folder, "--http");
    const env = { ...process.env, ...others };
    const child = spawn(process.execPath, args, { cwd: tmpdir(), env });
    const { code, stderr } = await outcome(child);
    assert.is(code, 1);
    assert.match(stderr, name);
  }
}

/** Builds the image, and starts it as the README and `compose.yaml` do. */
async function runDocker(shell: Shell, row: Combination): Promise<void> {
  const required = readExample(shell);
  const run = shell
    .dockerCalls()
    .find(([word, ...words]) => word === "run" && words.at(-1) === "project");
  const given: Record<string, string> = {};
  run?.forEach((word, index) => {
    const value = run[index + 1] ?? "";
    if (word === "--env-file" && value === ".env")
      Object.assign(given, required);
    const [, name, text = ""] = /^(\w+)=(.*)$/.exec(value) ?? [];
    if (word === "-e" && name) given[name] = text;
  });
  assert.equal(Object.keys(given).sort(), Object.keys(required).sort());
  const { folder, env, entrypoint, healthcheck } = await buildImage(shell);
  const command = entrypoint.join(" ");
  const url = given["REDIS_URL"]?.replace("host.docker.internal", "127.0.0.1");
  const where = {
    cwd: folder,
    env: { ...env, ...given, ...(url && { REDIS_URL: url }) },
  };
  if (row.transports === "stdio") return void (await shell.run(command, where));
  const served = await shell.serve(command, where);
  try {
    await shell.run(`curl ${CURL} ${served.origin}/readyz`);
    await runCheck(shell, healthcheck, env);
    if (!existsSync(join(shell.folder, "compose.yaml"))) return;
    const { services } = parse(read(shell, "compose.yaml"), { merge: true });
    const { environment, healthcheck: check } = services.one;
    for (const name of Object.keys(required))
      assert.match(
        environment[name],
        name === "REDIS_URL" ? "redis://store:" : `\${${name}:?`,
      );
    assert.ok(services.store);
    await runCheck(shell, check.test.slice(1), env);
  } finally {
    await served.stop();
  }
}

/** Runs the command of a health check. */
async function runCheck(
  { folder }: Shell,
  [program = "", ...args]: readonly string[] = [],
  env: Record<string, string>,
): Promise<void> {
  const more = { cwd: folder, env: { ...process.env, ...env } };
  const { code, stderr } = await outcome(spawn(program, args, more));
  assert.is(code, 0, stderr);
}

test.run();
