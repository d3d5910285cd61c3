import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Verdict } from "../../generator/jobs/verify.js";
import {
  countMethods,
  type RevisionTable,
} from "../../generator/source/revisions.js";
import { ROOT, runCli } from "../support/cli.js";
import {
  readTree,
  temporaryFolder,
  textOf,
  writeTree,
} from "../support/folders.js";
import { bundledModel } from "../support/models.js";
import { copyProgram, type ProgramCopy } from "../support/program.js";
import { serve } from "../support/servers.js";
import { bundledSchema } from "../support/sources.js";
import { PROVEN } from "../support/whole.js";

const REVISION = "2025-06-18";
const ENV = { HTTP_PROXY: "", http_proxy: "" };

/**
 * Upstream's own text, as far as this program is told. It has a member more,
 * so that a command that reads ours in its place is found out.
 */
const UPSTREAM = bundledSchema(REVISION)
  .replace(
    "export interface Tool extends",
    "/** Upstream's words. */\nexport interface Tool extends",
  )
  .replace("openWorldHint?: boolean;", "$&\n  upstreamHint?: boolean;");

/** A program whose pin of one revision is that of {@link UPSTREAM}. */
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

const schema = suite("schema commands");

schema("pull, then generate from what was pulled", async () => {
  const program = programFor(UPSTREAM);
  const folder = temporaryFolder();
  const generate = ["--rev", REVISION, "--only", "types", "--out", "out"];
  const pulled = [...generate, "--source", "pulled"];

  const before = await program.run(pulled, folder);
  assert.is(before.code, 2);
  assert.match(before.stderr, `schema pull ${REVISION}`);
  assert.equal(readTree(folder), {});

  const mirror = await serve((_request, response) => response.end(UPSTREAM));
  const pull = ["schema", "pull", REVISION, "--mirror", mirror.url];
  const got = await program.run(pull, folder, ENV);
  assert.is(got.code, 0, got.stderr);
  assert.match(got.stdout, /^2025-06-18 pulled: \d+ bytes, \S+\.ts\n$/);
  const again = await program.run([...pull, "--json"], folder, ENV);
  const { ok, schemas } = JSON.parse(again.stdout) as {
    ok: boolean;
    schemas: { status: string; file: string }[];
  };
  assert.ok(ok);
  assert.is(schemas[0]?.status, "present");
  assert.is(readFileSync(schemas[0]?.file ?? "", "utf8"), UPSTREAM);
  assert.is(mirror.requests.length, 1);
  await mirror.close();

  const run = await program.run(pulled, folder);
  assert.is(run.code, 0, run.stderr);
  const tree = readTree(join(folder, "out"));
  assert.match(textOf(tree, "types.ts"), "Upstream's words.");
  assert.match(textOf(tree, "types.ts"), `--rev ${REVISION} --source pulled`);
  const manifest = JSON.parse(textOf(tree, ".mcp-codegen.json")) as {
    options: { source: string };
  };
  assert.is(manifest.options.source, "pulled");

  const pulledModel = ["model", "--rev", REVISION, "--source", "pulled"];
  const model = await program.run(pulledModel, folder);
  assert.is(model.code, 0, model.stderr);
  assert.match(model.stdout, "Upstream's words.");
  writeTree(folder, {
    "same.ts": UPSTREAM,
    "bundled.ts": bundledSchema(REVISION),
  });
  const words = ["--source", "pulled", "--exit-code"];
  const same = ["diff", REVISION, "same.ts", ...words];
  const diff = await program.run(same, folder);
  assert.is(diff.code, 0, diff.stderr);
  assert.match(diff.stdout, "no difference on the wire");
  const ours = ["diff", "bundled.ts", REVISION, ...words];
  const other = await program.run(ours, folder);
  assert.is(other.code, 1, other.stderr);
  assert.match(other.stdout, /ToolAnnotations\.upstreamHint added/);

  const list = await program.run(["revisions"], folder);
  assert.match(list.stdout, /^2025-06-18 .+ bundled, pulled$/m);
  assert.match(list.stdout, /^2025-11-25 .+ bundled$/m);

  const kept = schemas[0]?.file ?? "";
  writeFileSync(kept, UPSTREAM.slice(1));
  const damaged = await program.run(pulled, folder);
  assert.is(damaged.code, 2);
  assert.match(damaged.stderr, /MCP021: .+ is damaged/);
  const shown = await program.run(["revisions", "--json"], folder);
  const { revisions } = JSON.parse(shown.stdout) as {
    revisions: Record<string, { pulled: string }>;
  };
  assert.is(revisions[REVISION]?.pulled, "damaged");
  assert.is(revisions["draft"]?.pulled, "absent");
});

schema("pull of another file keeps nothing", async () => {
  const program = programFor(UPSTREAM);
  const mirror = await serve((_request, response) => response.end("<html>"));
  const run = await program.run(
    ["schema", "pull", REVISION, "--mirror", mirror.url, "--json"],
    temporaryFolder(),
    ENV,
  );
  await mirror.close();
  assert.is(run.code, 2);
  const { ok, diagnostics } = JSON.parse(run.stdout) as {
    ok: boolean;
    diagnostics: { code: string; cause: string }[];
  };
  assert.is(ok, false);
  assert.is(diagnostics[0]?.code, "MCP034");
  assert.match(diagnostics[0]?.cause ?? "", "an HTML page");
  assert.equal(Object.keys(readTree(program.cache)).filter(isSchema), []);
});

function isSchema(path: string): boolean {
  return path.startsWith("schema/");
}

const USAGE: Record<string, readonly [string, RegExp]> = {
  "no command": ["schema", /say which/],
  "revisions and all": ["schema pull draft --all", /both given/],
  "a mirror over plain HTTP": [
    "schema pull draft --mirror http://mirror.example/",
    /MCP030/,
  ],
  "several revisions to verify": ["schema verify a.ts --rev all", /takes one/],
  "a file that is not there": ["schema verify a.ts --rev draft", /MCP010/],
  "a pulled source for a file": [
    "--schema a.ts --source pulled",
    /pulled source were both given/,
  ],
  "a model from a source that was not pulled": [
    "model --rev draft --source pulled",
    /MCP020: .*draft/,
  ],
};

for (const [what, [line, says]] of Object.entries(USAGE))
  schema(`bad usage: ${what}`, async () => {
    const run = await runCli(line.split(" "));
    assert.is(run.code, 2, run.stderr);
    assert.match(run.stderr, says);
    assert.is(run.stdout, "");
  });

schema("verify proves each bundled schema", async () => {
  for (const revision of PROVEN) {
    const file = join(ROOT, "schema", revision, "schema.ts");
    const run = await runCli(["schema", "verify", file, "--rev", revision]);
    assert.is(run.code, 0, run.stderr);
    assert.match(run.stdout, `${file} is ${revision}: structural fingerprint `);
  }
});

schema("verify says precisely what differs", async () => {
  const folder = temporaryFolder();
  writeTree(folder, {
    "mine.ts": bundledSchema(REVISION).replace(
      "openWorldHint?: boolean",
      "openWorldHint: boolean",
    ),
  });
  const args = ["schema", "verify", "mine.ts", "--rev", REVISION];
  const run = await runCli(args, folder);
  assert.is(run.code, 1);
  assert.is(run.stderr, "");
  assert.is(
    run.stdout,
    [
      "mine.ts is not 2025-06-18.",
      "",
      "--- 2025-06-18",
      "+++ mine.ts",
      "@@ -700,7 +700,7 @@",
      "   readOnlyHint?: boolean;",
      "   destructiveHint?: boolean;",
      "   idempotentHint?: boolean;",
      "-  openWorldHint?: boolean;",
      "+  openWorldHint: boolean;",
      " }",
      " ",
      " /** @category `notifications/tools/list_changed` */",
      "",
    ].join("\n"),
  );
  const json = await runCli([...args, "--json"], folder);
  assert.is(json.code, 1);
  const verdict = JSON.parse(json.stdout) as Verdict;
  assert.equal(
    [verdict.ok, verdict.is, verdict.diff],
    [false, [], run.stdout.slice(run.stdout.indexOf("---"))],
  );
});

schema("verify names the revision that a file is", async () => {
  const file = join(ROOT, "schema/2024-11-05/schema.ts");
  const run = await runCli(["schema", "verify", file, "--rev", REVISION]);
  assert.is(run.code, 1);
  assert.match(
    run.stdout,
    /is not 2025-06-18\. It is 2024-11-05\.\n\n--- 2025-06-18\n/,
  );
});

schema("revisions counts the methods that the model has", () => {
  for (const revision of PROVEN)
    assert.is(
      countMethods(bundledSchema(revision)),
      new Set(bundledModel(revision).methods.map(({ method }) => method)).size,
      revision,
    );
});

schema.run();
