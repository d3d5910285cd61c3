import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Verification } from "../../generator/pipeline/verify.js";
import {
  countMethods,
  type RevisionTable,
} from "../../generator/source/revisions.js";
import { ROOT, runCli } from "../harness/program/cli.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
  getFile,
} from "../harness/program/folders.js";
import { bundledModel } from "../harness/models/models.js";
import { copyProgram, type ProgramCopy } from "../harness/program/packed.js";
import { serve } from "../harness/peers/servers.js";
import { bundledSchema } from "../harness/models/sources.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";

const REVISION = "2025-06-18";
const ENV = { HTTP_PROXY: "", http_proxy: "" };

/**
 * Replacement for upstream's schema in a copy of the program. It has one member
 * more than the bundled schema, so that the test notices when the wrong file is
 * read.
 */
const UPSTREAM = bundledSchema(REVISION)
  .replace(
    "export interface Tool extends",
    "/** Upstream's words. */\nexport interface Tool extends",
  )
  .replace("openWorldHint?: boolean;", "$&\n  upstreamHint?: boolean;");

/**
 * Returns a copy of mcp-codegen that expects the given text as upstream's
 * schema of one revision.
 */
function programFor(text: string): ProgramCopy {
  const program = copyProgram();
  const file = join(program.root, "schema/revisions.json");
  const table = JSON.parse(readFileSync(file, "utf8")) as RevisionTable;
  const pin = table.revisions[REVISION];
  if (!pin) throw new Error(`${REVISION} is not pinned.`);
  const pinned = {
    ...pin,
    bytes: Buffer.byteLength(text),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
  const revisions = { ...table.revisions, [REVISION]: pinned };
  writeFileSync(file, JSON.stringify({ ...table, revisions }));
  return program;
}

const test = suite("schema commands");

test("the commands `generate`, `model`, `diff` and `revisions` use a schema that `schema pull` downloaded", async () => {
  const program = programFor(UPSTREAM);
  const folder = folderWith({
    "same.ts": UPSTREAM,
    "bundled.ts": bundledSchema(REVISION),
  });
  /**
   * Returns the standard output of a command, or its standard error if the exit
   * code is 2.
   */
  const run = async (line: string, code = 0): Promise<string> => {
    const ran = await program.run(line.split(" "), folder, ENV);
    assert.is(ran.code, code, ran.stderr);
    return code === 2 ? ran.stderr : ran.stdout;
  };
  const pulled = `--rev ${REVISION} --only types --out out --source pulled`;
  assert.match(await run(pulled, 2), `schema pull ${REVISION}`);
  assert.not(existsSync(join(folder, "out")));

  const mirror = await serve((_request, response) => response.end(UPSTREAM));
  const pull = `schema pull ${REVISION} --mirror ${mirror.url}`;
  assert.match(await run(pull), /^2025-06-18 pulled: \d+ bytes, \S+\.ts\n$/);
  const { ok, schemas } = JSON.parse(await run(`${pull} --json`));
  const [{ status, file: kept }] = schemas;
  assert.equal([ok, status], [true, "present"]);
  assert.is(readFileSync(kept, "utf8"), UPSTREAM);
  assert.is(mirror.requests.length, 1);
  await mirror.close();

  await run(pulled);
  const tree = readTree(join(folder, "out"));
  assert.match(getFile(tree, "types.ts"), "Upstream's words.");
  assert.match(getFile(tree, "types.ts"), `--rev ${REVISION} --source pulled`);
  const manifest = JSON.parse(getFile(tree, ".mcp-codegen.json"));
  assert.is(manifest.options.source, "pulled");

  const model = `model --rev ${REVISION} --source pulled`;
  const printed = await run(model);
  assert.match(printed, "Upstream's words.");
  const path = `schema/${REVISION}/schema.ts`;
  assert.match(
    JSON.parse(printed).source.file,
    new RegExp(`^modelcontextprotocol@[0-9a-f]{12}/${path}$`),
  );
  const same = `diff ${REVISION} same.ts --source pulled --exit-code`;
  assert.match(await run(same), "no difference on the wire");
  const ours = `diff bundled.ts ${REVISION} --source pulled --exit-code`;
  assert.match(await run(ours, 1), /ToolAnnotations\.upstreamHint added/);

  const list = await run("revisions");
  assert.match(list, /^2025-06-18 .+ bundled, pulled$/m);
  assert.match(list, /^2025-11-25 .+ bundled$/m);

  writeFileSync(kept, UPSTREAM.slice(1));
  assert.match(await run(pulled, 2), /MCP021: .+ is damaged/);
  const { revisions } = JSON.parse(await run("revisions --json"));
  assert.is(revisions[REVISION].pulled, "damaged");
  assert.is(revisions.draft.pulled, "absent");
});

test("`mcp-codegen schema pull` does not store a file whose hash differs from the pinned hash", async () => {
  const program = programFor(UPSTREAM);
  const mirror = await serve((_request, response) => response.end("<html>"));
  const pull = ["schema", "pull", REVISION, "--mirror", mirror.url, "--json"];
  const run = await program.run(pull, temporaryFolder(), ENV);
  await mirror.close();
  assert.is(run.code, 2);
  const { ok, diagnostics } = JSON.parse(run.stdout);
  assert.equal([ok, diagnostics[0].code], [false, "MCP034"]);
  assert.match(diagnostics[0].cause, "an HTML page");
  const kept = Object.keys(readTree(program.cache));
  assert.not(kept.some((path) => path.startsWith("schema/")));
});

test("`mcp-codegen schema verify` accepts each bundled schema", async () => {
  for (const revision of TESTED_REVISIONS) {
    const file = join(ROOT, "schema", revision, "schema.ts");
    const run = await runCli(["schema", "verify", file, "--rev", revision]);
    assert.is(run.code, 0, run.stderr);
    assert.match(run.stdout, `${file} is ${revision}: structural fingerprint `);
  }
});

test("`mcp-codegen schema verify` prints each difference from the bundled schema as a diff", async () => {
  const [was, is] = ["openWorldHint?: boolean", "openWorldHint: boolean"];
  const mine = bundledSchema(REVISION).replace(was, is);
  const folder = folderWith({ "mine.ts": mine });
  const args = ["schema", "verify", "mine.ts", "--rev", REVISION];
  const run = await runCli(args, folder);
  assert.equal([run.code, run.stderr], [1, ""]);
  const diff = `\
--- 2025-06-18
+++ mine.ts
@@ -700,7 +700,7 @@
   readOnlyHint?: boolean;
   destructiveHint?: boolean;
   idempotentHint?: boolean;
-  openWorldHint?: boolean;
+  openWorldHint: boolean;
 }
 
 /** @category \`notifications/tools/list_changed\` */
`;
  assert.is(run.stdout, `mine.ts is not 2025-06-18.\n\n${diff}`);
  const json = await runCli([...args, "--json"], folder);
  assert.is(json.code, 1);
  const verdict = JSON.parse(json.stdout) as Verification;
  assert.equal([verdict.ok, verdict.is, verdict.diff], [false, [], diff]);
});

test("if `--rev` does not match a schema file, `schema verify` reports the revision of the file", async () => {
  const file = join(ROOT, "schema/2024-11-05/schema.ts");
  const run = await runCli(["schema", "verify", file, "--rev", REVISION]);
  assert.is(run.code, 1);
  const said = /is not 2025-06-18\. It is 2024-11-05\.\n\n--- 2025-06-18\n/;
  assert.match(run.stdout, said);
});

test("`countMethods` returns the number of methods in the parsed model of a schema", () => {
  for (const revision of TESTED_REVISIONS)
    assert.is(
      countMethods(bundledSchema(revision)),
      new Set(bundledModel(revision).methods.map(({ method }) => method)).size,
      revision,
    );
});

test.run();
