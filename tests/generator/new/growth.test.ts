/** Tests of `new server --update` with options that a project did not have. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../../harness/program/cli.js";
import {
  readTree,
  getFile,
  temporaryFolder,
} from "../../harness/program/folders.js";
import {
  buildProject,
  newProject,
  run,
  testProject,
} from "../../harness/new/project.js";
import { sample } from "../../harness/run/sampling.js";

const test = suite("new server --update with new options");

const ONE = ["--rev", "2025-11-25"];
const words = (text: string): string[] => text.split(" ").filter(Boolean);
const update = (folder: string, options: string) =>
  run("new", "server", folder, "--update", ...words(options));

/**
 * Parses package.json, so that a comparison ignores the order of its members.
 */
const normalize = (tree: Record<string, string>): object => ({
  ...tree,
  "package.json": JSON.parse(getFile(tree, "package.json")),
});

/**
 * Test cases: options of a new project, options of its update, and the options
 * that create the updated project at once.
 */
const CASES = [
  ["", "--auth oauth", "--auth oauth --transports stdio,http,sse"],
  ["", "--transports http,sse", "--transports http,sse"],
  ["", "--transport both", "--transports stdio,http,sse"],
  [
    "--transports http,sse --with ci,agents",
    "--shared redis",
    "--transports http,sse --with ci,agents --shared redis",
  ],
  [
    "--transports stdio,http --with ci",
    "--auth oauth --shared redis --with bundle",
    "--transports stdio,http --with ci,bundle --auth oauth --shared redis",
  ],
  ["", "--with registry,editors", "--with registry,editors"],
] as const;
const BUILT = sample(CASES, 2);

for (const [before, added, both] of CASES)
  test(`the update "${added} --apply" turns a project with "${before}" into a project with "${both}"`, async () => {
    const { folder } = await newProject("server", [...ONE, ...words(before)]);
    const done = await update(folder, `${added} --apply`);
    assert.is(done.code, 0, done.stdout + done.stderr);
    const fresh = await newProject("server", [...ONE, ...words(both)]);
    const grown = readTree(folder);
    assert.equal(normalize(grown), normalize(readTree(fresh.folder)));
    const again = await update(folder, added);
    assert.match(again.stdout, /^\S+ is up to date: \d+ files\.\n$/);
    const check = await run("new", "server", folder, "--check");
    assert.is(check.code, 0, check.stdout);
    if (!BUILT.some(([, one]) => one === added)) return;
    await buildProject(folder);
    assert.ok((await testProject(folder)) > 0);
  });

for (const added of [
  "--auth oauth",
  "--transports stdio,http",
  "--with registry",
])
  test(`\`new server --update ${added}\` writes nothing without the option \`--apply\``, async () => {
    const { folder } = await newProject("server", ONE);
    const before = readTree(folder);
    const shown = await update(folder, added);
    assert.is(shown.code, 0, shown.stderr);
    assert.match(
      shown.stdout,
      /^The project needs these edits of your files: .+\. Nothing was written\. Add --apply to make the edits and write the other files\.\n$/m,
    );
    assert.equal(readTree(folder), before);
    const done = await update(folder, `${added} --apply`);
    assert.is(done.code, 0, done.stderr);
    assert.match(done.stdout, /^Edited your files: .*package\.json/m);
    const direct = await newProject("server", ONE);
    await update(direct.folder, `${added} --apply`);
    assert.equal(readTree(folder), readTree(direct.folder));
  });

test("`new server --update` without `--apply` prints the edits of existing files as a patch", async () => {
  const { folder } = await newProject("server", ONE);
  const shown = await update(folder, "--auth oauth");
  const patch = join(temporaryFolder(), "a.patch");
  writeFileSync(patch, shown.stdout);
  const git = spawnSync("git", ["apply", patch], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.is(git.status, 0, git.stderr);
  const done = await update(folder, "--auth oauth");
  assert.is(done.code, 0, done.stderr);
  const fresh = await newProject("server", [
    ...ONE,
    ..."--auth oauth --transports stdio,http,sse".split(" "),
  ]);
  assert.equal(normalize(readTree(folder)), normalize(readTree(fresh.folder)));
});

for (const [has, copy] of [
  [
    false,
    "Then copy `.env.example` to `.env`, and set the values in `.env`.\n",
  ],
  [true, ""],
] as const)
  test(`\`new server --update --apply\` ${has ? "asks only for npm install" : "asks for npm install and for the file .env"} if the project ${has ? "has" : "lacks"} a file .env`, async () => {
    const { folder } = await newProject("server", ONE);
    if (has) writeFileSync(join(folder, ".env"), "");
    const { stdout } = await runCli(
      words("new server . --update --auth oauth --apply"),
      folder,
    );
    const install = "\nThen run `npm install` in the folder `.`.\n";
    assert.ok(stdout.endsWith(install + copy), stdout);
  });

test("`new server --update --apply` reports edits that conflict with the changes of a user", async () => {
  const { folder } = await newProject("server", ONE);
  const path = (name: string) => join(folder, name);
  const own = JSON.parse(readFileSync(path("package.json"), "utf8"));
  own.dependencies = { mine: "^1.0.0" };
  own.scripts.test = "mine";
  writeFileSync(path("package.json"), JSON.stringify(own));
  const readme = `# Mine\n\n${readFileSync(path("README.md"), "utf8")}\nMine.\n`;
  writeFileSync(path("README.md"), readme);
  const main =
    'import { server } from "./server.js";\nexport default server;\n';
  writeFileSync(path("src/main.ts"), main);
  rmSync(path("Dockerfile"));
  const done = await update(folder, "--shared redis --apply");
  assert.is(done.code, 1);
  assert.match(
    done.stdout,
    /^\+ {2}const \{ createSharedState \} = await import/m,
  );
  assert.match(
    done.stdout,
    /These edits do not fit your files; make them by hand: src\/main\.ts\.\n/,
  );
  const after = readTree(folder);
  assert.is(after["src/main.ts"], main);
  assert.is(after["Dockerfile"], undefined);
  assert.match(
    getFile(after, "README.md"),
    /^# Mine\n[^]*REDIS_URL[^]*\nMine\.\n$/,
  );
  const { dependencies, scripts } = JSON.parse(getFile(after, "package.json"));
  assert.equal(dependencies, { mine: "^1.0.0", redis: "^6.3.1" });
  assert.is(scripts.test, "mine");
  assert.is(scripts.dev, "node dev.js --http");
});

test("`new server --update --json` lists the edits of the update", async () => {
  const { folder } = await newProject("server", ONE);
  const { stdout } = await update(folder, "--transports http --json");
  const { edits, mode } = JSON.parse(stdout) as {
    mode: string;
    edits: { path: string; patch: string; fits: boolean }[];
  };
  assert.is(mode, "dry-run");
  const main = edits.find(({ path }) => path === "src/main.ts");
  assert.is(main?.fits, true);
  assert.match(main?.patch ?? "", "+++ b/src/main.ts");
});

test("`new server --update` without new options proposes no edits of files that the user has changed", async () => {
  const { folder } = await newProject("server", ONE);
  writeFileSync(join(folder, "src/auth.ts"), "export {};\n");
  writeFileSync(join(folder, "AGENTS.md"), "mine\n");
  const done = await update(folder, "");
  assert.is(done.code, 0, done.stderr);
  assert.match(done.stdout, /^\S+ is up to date: \d+ files\.\n$/);
});

test.run();
