/** Tests of scripts that developers run by hand. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseCells } from "../harness/run/cases.js";
import { ROOT } from "../harness/program/cli.js";
import { folderWith, readTree } from "../harness/program/folders.js";

const test = suite("package: scripts");

/** Scripts, each with its usage line and arguments that it must reject. */
const SCRIPTS = parseCells(`
  bench/run.js | node dist/bench/run.js | --rounds 0
  bench/run.js | node dist/bench/run.js | speed
  scripts/conformance-client.js | npm run -s conformance:client | --revision
  scripts/conformance-server.js | npm run -s conformance:server | --revision
  scripts/history.js | node dist/scripts/history.js | --generate
  scripts/history.js | node dist/scripts/history.js | --upstream . --batch no
  scripts/pin.js | node dist/scripts/pin.js | --write
  scripts/requirements.js | node dist/scripts/requirements.js |
`);

test("the package create-mcp-codegen depends on exactly the current version of mcp-codegen", () => {
  const [main, creator] = ["", "create-mcp-codegen"].map((folder) => {
    const file = join(ROOT, folder, "package.json");
    return JSON.parse(readFileSync(file, "utf8")) as {
      readonly version: string;
      readonly dependencies: Readonly<Record<string, string>>;
    };
  });
  assert.is(creator?.version, main?.version);
  assert.is(creator?.dependencies["mcp-codegen"], main?.version);
});

const run = (script: string, args: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, "dist", script), ...args], {
    cwd: ROOT,
    encoding: "utf8",
  });

for (const [script = "", use, wrong = ""] of SCRIPTS)
  test(`${script} prints its usage for --help and for the invalid arguments "${wrong}"`, () => {
    const help = run(script, ["--help"]);
    assert.is(help.status, 0);
    assert.ok(help.stdout.startsWith(`usage: ${use}`), help.stdout);

    const refused = run(script, wrong.split(" ").filter(Boolean));
    assert.equal([refused.status, refused.stdout], [2, ""]);
    const [reason, usage, ...more] = refused.stderr.trimEnd().split("\n");
    assert.ok(reason);
    assert.is(usage, help.stdout.trimEnd());
    assert.equal(more, []);
  });

/** Test cases: value of `REV`, and the last line that `make` prints. */
for (const [rev, line] of [
  [
    "2025-06-18",
    /^out\/2025-06-18 was not changed, .* run make clean first\.$/,
  ],
  ["2025-11-25", /^generate --rev 2025-11-25$/],
  ["2024-11-05", /^generate --rev 2024-11-05$/],
  ["all", /^generate --rev all$/],
] as const)
  test(`if out/ contains the output for several revisions, \`make REV=${rev}\` succeeds and does not generate a part of this output`, () => {
    const cwd = folderWith({
      Makefile: readFileSync(join(ROOT, "Makefile"), "utf8"),
      "package.json": '{ "scripts": { "build": "true" } }',
      "package-lock.json": "{}",
      // Make installs no packages if this file is newer than package.json.
      "node_modules/.package-lock.json": "{}",
      "out/.mcp-codegen.json": "{}",
      "out/2025-06-18/types.ts": "",
      // Output of an earlier `make REV=2025-11-25`.
      "out/2025-11-25/.mcp-codegen.json": "{}",
    });
    const args = ["--no-print-directory", "BIN=echo generate", `REV=${rev}`];
    const made = spawnSync("make", args, { cwd, encoding: "utf8" });
    assert.is(made.status, 0, made.stderr);
    assert.match(made.stdout.trimEnd().split("\n").at(-1) ?? "", line);
  });

test("the generator, scripts, runtime and examples import only packages listed in their package.json", () => {
  const packagesOf = (path: string): string[] => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, path), "utf8"),
    ) as Record<string, Record<string, string>>;
    return Object.keys({ ...dependencies, ...devDependencies });
  };
  // Also allow imports of mcp-codegen, because one example imports this package
  // as users do.
  const own = [...packagesOf("package.json"), "mcp-codegen"];
  // In the examples for web frameworks, allow the packages of
  // tests/package.json.
  const frameworks = packagesOf("tests/package.json");
  const foreign = ["generator", "scripts", "runtime", "examples"]
    .flatMap((folder) => Object.entries(readTree(join(ROOT, folder))))
    .flatMap(([path, text]) =>
      [
        ...text.matchAll(/^(?:import|export|\}) .*?from "([^".][^"]*)";$/gm),
      ].map(([, name = ""]) => [path, name] as const),
    )
    .filter(([, name]) => !name.startsWith("node:"))
    .filter(([path, name]) =>
      (path.startsWith("frameworks/") ? frameworks : own).every(
        (dependency) => !`${name}/`.startsWith(`${dependency}/`),
      ),
    );
  assert.equal(foreign, []);
});

test.run();
