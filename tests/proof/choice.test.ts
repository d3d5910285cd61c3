/**
 * Tests that the output contains exactly the code for the chosen `--features`
 * and `--transports`.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FEATURES, TRANSPORTS } from "../../generator/emit/context.js";
import { generate } from "../../generator/pipeline/generate.js";
import { newServer, updateServer } from "../../generator/new/api.js";
import type { Manifest } from "../../generator/write/manifest.js";
import { runCli } from "../harness/program/cli.js";
import { copyModules, typeCheck } from "../harness/program/compiler.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
  writeTree,
} from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { random } from "../harness/models/mutations.js";
import { findUnreached } from "../harness/program/reached.js";
import { TESTED_REVISIONS, sample } from "../harness/run/sampling.js";

const test = suite("proof: features and transports");

const below = random(7);
const some = <T>(all: readonly T[]): T[] => all.filter(() => below(2) === 0);

const CHOICES = sample(TESTED_REVISIONS, 1).map((revision) => ({
  revision,
  features: ["tools", ...some(FEATURES)],
  transports: ["memory", ...some(TRANSPORTS)],
}));

for (const { revision, ...chosen } of CHOICES) {
  const title = [...chosen.features, ...chosen.transports].join();
  test(`generated code of ${revision} with ${title} type-checks and has no unused declaration`, async () => {
    const out = temporaryFolder();
    await generate({ revisions: [revision], ...chosen, out });
    const { folder, files } = copyModules(out);
    assert.equal(findUnreached(folder, files), []);
    assert.is(await typeCheck(folder), "");
  });
}

for (const revision of TESTED_REVISIONS)
  test(`the complete generated code of ${revision} has no unused declaration`, async () => {
    const { folder, files } = copyModules(await getOutput(revision));
    assert.equal(findUnreached(folder, files), []);
  });

/**
 * Returns the names of the params functions (validators of request params) that
 * validators.ts contains, and of those that server.ts uses.
 */
async function getParamsFunctions(
  chosen?: object,
): Promise<[string[], string[]]> {
  const out = chosen ? temporaryFolder() : await getOutput("2025-06-18");
  if (chosen) await generate({ revisions: ["2025-06-18"], ...chosen, out });
  const tree = readTree(out);
  const declared = /(?<=^export const )paramsOf\w+/gm;
  const made = tree["validators.ts"]?.match(declared) ?? [];
  const held = made.filter((name) =>
    new RegExp(`\\b${name}\\b`).test(tree["server.ts"] ?? ""),
  );
  return [made, held];
}

test("validators.ts contains only the params validators that server.ts uses", async () => {
  const [none] = await getParamsFunctions({
    only: ["types", "methods", "validators"],
  });
  assert.equal(none, []);
  const [whole, held] = await getParamsFunctions();
  assert.equal(whole, held);
  const [some, named] = await getParamsFunctions({ features: ["tools"] });
  assert.equal(some, named);
  assert.ok(0 < some.length && some.length < whole.length);
});

test("http-server.ts contains code for sessions only for revisions that have sessions", async () => {
  const ways: readonly (readonly [string, boolean, boolean])[] = [
    ["2024-11-05", true, true],
    ["2025-11-25", true, false],
    ["2026-07-28", false, false],
  ];
  for (const [revision, ...has] of ways) {
    const files = readTree(await getOutput(revision));
    const text = files["runtime/http-server.ts"] ?? "";
    const written = ["class Sessions ", "class SseHost "];
    assert.equal(
      [revision, ...written.map((code) => text.includes(code))],
      [revision, ...has],
    );
  }
});

test("`findUnreached` returns declarations that no entry file uses", () => {
  const folder = folderWith({
    "index.ts": 'export { kept } from "./runtime/more.js";\n',
    "runtime/more.ts": `export function kept(): void {}
export function used(): void {}
export function alone(): void { used(); }
`,
  });
  assert.equal(findUnreached(folder, ["index.ts", "runtime/more.ts"]), [
    "runtime/more.ts: used",
    "runtime/more.ts: alone",
  ]);
});

test("generated code does not export features and transports that were not chosen", async () => {
  const out = temporaryFolder();
  const [features, transports] = [["tools"], ["stdio"]];
  await generate({ revisions: ["2025-11-25"], features, transports, out });
  const { folder } = copyModules(out);
  const gone = {
    server: "prompts, resources, completions, tasks, listen, memory",
    client: "createHost, roots, sampling, elicitation, completer, http",
  };
  const lines = Object.entries(gone).flatMap(([side, names]) =>
    names
      .split(", ")
      .map(
        (name) => `export { ${name} as ${side}_${name} } from "./${side}.js";`,
      ),
  );
  writeTree(folder, {
    "names.ts": [
      ...lines,
      'import { createServer, tools } from "./server.js";',
      "export const server = createServer({ name: 'a', version: '1' }, tools({",
      "  a: { handler: (_args, ctx) => { ctx.log('info', 1); return ''; } },",
      "}));",
    ].join("\n"),
  });
  const found = await typeCheck(folder, { files: ["names.ts"] });
  const wrong = [...found.matchAll(/^names\.ts\((\d+),/gm)].map(([, n]) => n);
  const expected = [...lines.keys(), lines.length + 2].map((n) => `${n + 1}`);
  assert.equal(wrong, expected);
});

test("features and transports in a configuration file have the same effect as command-line options", async () => {
  const cwd = temporaryFolder();
  const config = {
    rev: "2025-11-25",
    features: ["host"],
    transports: ["http"],
  };
  writeTree(cwd, { "mcp-codegen.config.json": JSON.stringify(config) });
  await runCli(["--out", "a"], cwd);
  const again =
    "--rev 2025-11-25 --features host --transports http --out a --check";
  const { code, stdout } = await runCli(again.split(" "), cwd);
  assert.is(code, 0, stdout);
  const tree = readTree(join(cwd, "a"));
  const { options } = JSON.parse(tree[".mcp-codegen.json"] ?? "") as Manifest;
  const { features, transports } = options;
  assert.equal({ rev: config.rev, features, transports }, config);
  assert.match(
    tree["client.ts"] ?? "",
    "regenerate:      mcp-codegen --rev 2025-11-25 --features host --transports http\n",
  );
});

test("a feature that one call of `updateServer` added remains after the next call", async () => {
  const folder = temporaryFolder();
  await newServer({ folder, name: "a", revisions: ["2025-11-25"] });
  const server = () => readTree(join(folder, "src/generated"))["server.ts"];
  assert.not.match(server() ?? "", "function completions(");
  const update = { folder, mode: "write" } as const;
  await updateServer({ ...update, features: ["completions"] });
  assert.match(server() ?? "", "function completions(");
  assert.match(server() ?? "", "prompts(");
  const { plan } = await updateServer(update);
  assert.equal([plan.changed, plan.removed], [[], []]);
});

test.run();
