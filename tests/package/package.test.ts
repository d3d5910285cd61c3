/** Tests of the npm package, installed into an empty folder. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, posix } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolVersion } from "../../generator/support/package.js";
import { MODULES, ROOT } from "../harness/program/cli.js";
import { NODE, typeCheck } from "../harness/program/compiler.js";
import { explorerFile } from "../harness/browser/explorer.js";
import {
  readTree,
  temporaryFolder,
  getFile,
} from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { inspect } from "../harness/new/inspector.js";
import { builtServer, overStdio } from "../harness/new/project.js";

const run = promisify(execFile);

const test = suite("package: installed");
let folder = "";

/**
 * Runs npm and returns its output. If npm fails, rejects with an error that
 * contains npm's log.
 */
function npm(
  cwd: string,
  command: string,
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const quiet = "--no-audit --no-fund --prefer-offline --loglevel=error";
  return run("npm", [command, ...quiet.split(" "), ...args], { cwd });
}

/** Packs the built program and installs it into an empty folder. */
test.before(async () => {
  folder = temporaryFolder();
  // Do not build again, because a build would replace files that other tests
  // use.
  await npm(ROOT, "pack", "--ignore-scripts", "--pack-destination", folder);
  const name = readdirSync(folder).find((path) => path.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  await npm(folder, "install", `./${name}`);
});

test("the packed package has at most 1.9 MB", () => {
  const name = readdirSync(folder).find((path) => path.endsWith(".tgz")) ?? "";
  const { size } = statSync(join(folder, name));
  assert.ok(size <= 1_900_000, `${size} bytes`);
});

test("the package contains every file to which its documentation pages link", () => {
  const tree = readTree(join(folder, "node_modules/mcp-codegen"));
  const paths = Object.keys(tree);
  const tops = new Set(paths.map((path) => path.split("/")[0]));
  const pages =
    "ARCHITECTURE.md CHANGELOG.md CODE_OF_CONDUCT.md CONTRIBUTING.md DEPENDENCY_POLICY.md LICENSE README.md ROADMAP.md SECURITY.md VERSIONING.md";
  const folders = "dist docs examples package.json runtime schema templates";
  assert.is([...tops].sort().join(" "), `${pages} ${folders}`);
  // The package contains the bundles of the program, but not the modules that
  // were bundled.
  const foreign = paths.filter((path) =>
    /^dist\/(?!generator\/(program\/[\w-]+\.cjs$|explorer(-style)?\.(js|css)$|[\w-]+\.([cm]js$|json$|txt$|sha256$))|types\/.*\.d\.ts$)/.test(
      path,
    ),
  );
  assert.equal(foreign, []);
  const dead = paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((page) =>
      getLinks(getFile(tree, page)).map((link) => [page, link]),
    )
    .map(([page = "", link = ""]) => posix.join(dirname(page), link))
    .filter((to) => !paths.some((path) => `${path}/`.startsWith(`${to}/`)));
  assert.equal(dead, []);
});

/** Returns the relative links of a documentation page. */
function getLinks(page: string): string[] {
  const prose = page.replaceAll(/^(```+)[^]*?^\1$|`[^`\n]*`/gm, "");
  return [...prose.matchAll(/\](?:\(|: )(?!\w+:|#)([^)#\s]+)/g)].map(
    ([, link = ""]) => link,
  );
}

test("the package contains no path of the machine that built it", () => {
  const tree = readTree(join(folder, "node_modules/mcp-codegen"));
  const homepage = "https://github.com/mcp-codegen/mcp-codegen";
  const facts = JSON.parse(getFile(tree, "package.json")) as object;
  const expected = {
    repository: { type: "git", url: `git+${homepage}.git` },
    homepage: `${homepage}#readme`,
    bugs: { url: `${homepage}/issues` },
  };
  assert.equal({ ...facts, ...expected }, facts);
  for (const here of [ROOT, `${homedir()}/`, folder])
    for (const [path, text] of Object.entries(tree))
      assert.not(text.includes(here), path);
});

test("the installed program generates the same bindings as the program in the repository", async () => {
  const words = ["mcp-codegen", "--rev", "all", "--out", "bindings"];
  const { stdout } = await run("npx", words, { cwd: folder });
  assert.match(stdout, "Wrote bindings");
  const here = readTree(await getOutput("all"));
  assert.equal(readTree(join(folder, "bindings")), here);
});

test("the installed program writes the same explorer page as the program in the repository", async () => {
  await run("npx", ["mcp-codegen", "explore"], { cwd: folder });
  const here = readFileSync(await explorerFile(), "utf8");
  assert.is(readFileSync(join(folder, "explorer.html"), "utf8"), here);
});

test("a TypeScript program that imports `generate` from the package type-checks and generates code", async () => {
  writeFileSync(
    join(folder, "api.ts"),
    `import { generate, type GenerateOutcome } from "mcp-codegen";
const outcome: GenerateOutcome = await generate({ revisions: ["latest"], only: ["types"], out: "api" });
console.log(outcome.plan.created.map((file) => file.path).join(" "));
`,
  );
  const options = {
    ...NODE,
    noEmit: false,
    skipLibCheck: true,
    typeRoots: [join(MODULES, "@types")],
  };
  assert.is(await typeCheck(folder, { options, files: ["api.ts"] }), "");
  const { stdout } = await run(process.execPath, ["api.js"], { cwd: folder });
  assert.is(stdout, "types.ts .mcp-codegen.json\n");
  assert.match(
    getFile(readTree(join(folder, "api")), "types.ts"),
    "export interface Tool ",
  );
});

test("the commands and code in README.md work with the packed package", async () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, section = ""] = readme.split("## Bindings only\n");
  const [, script = ""] = /```sh\n([^]*?)```/.exec(section) ?? [];
  const [, program = ""] = /```ts\n([^]*?)```/.exec(section) ?? [];
  const file = readdirSync(folder).find((path) => path.endsWith(".tgz")) ?? "";
  const own = temporaryFolder();
  writeFileSync(join(own, "package.json"), '{ "name": "a", "type": "module" }');
  const local = script.replace(/\S+\.tgz/, join(folder, file));
  assert.not(local === script);
  await run("bash", ["-euc", local], { cwd: own });
  await run("npm", ["run", "check"], { cwd: own });
  writeFileSync(join(own, "src/receive.ts"), program);
  const options = { ...NODE, typeRoots: [join(MODULES, "@types")] };
  const files = ["src/receive.ts"];
  assert.is(await typeCheck(own, { options, files }), "");
});

/** Runs `mcp-codegen new` of the installed package and returns its output. */
async function runNew(...args: readonly string[]): Promise<string> {
  const words = ["mcp-codegen", "new", ...args, "--yes"];
  return (await run("npx", words, { cwd: folder })).stdout;
}

/**
 * Returns the version of the generator in the devDependencies of a new project.
 */
async function getGenerator(project: string): Promise<unknown> {
  await runNew("client", project);
  const text = getFile(readTree(join(folder, project)), "package.json");
  return JSON.parse(text).devDependencies["mcp-codegen"];
}

test("a project created by a generator from the registry installs the generator from the registry", async () => {
  const version = toolVersion();
  const file = join(folder, "node_modules/.package-lock.json");
  const record = readFileSync(file, "utf8");
  const vendored = `file:vendor/mcp-codegen-${version}.tgz`;
  assert.is(await getGenerator("from-file"), vendored);
  const { packages } = JSON.parse(record);
  const { resolved } = packages["node_modules/mcp-codegen"];
  assert.match(resolved, /^file:/);
  const url = `https://registry.npmjs.org/mcp-codegen/-/mcp-codegen-${version}.tgz`;
  writeFileSync(file, record.replace(resolved, url));
  assert.is(await getGenerator("from-registry"), `^${version}`);
  assert.not(existsSync(join(folder, "from-registry/vendor")));
  writeFileSync(file, record);
});

test("`new server` writes a project that npm can install, start and test", async () => {
  const printed = await runNew("server", "weather");
  assert.match(printed, "npm install\n  npm test\n  npm start\n");
  // Move the project to another folder, to simulate a clone on another machine.
  const project = join(temporaryFolder(), "weather");
  await npm(join(folder, "weather"), "install", "--package-lock-only");
  renameSync(join(folder, "weather"), project);
  await npm(project, "ci");
  const packed = readTree(join(folder, "node_modules/mcp-codegen"));
  assert.equal(readTree(join(project, "node_modules/mcp-codegen")), packed);
  const { stdout } = await npm(project, "run", "generate", "--", "--check");
  assert.match(stdout, "is up to date");
  await npm(project, "test");
  const server = builtServer(project);
  const given = { a: 1, b: 2 };
  await overStdio(server, "2025-11-25", async (client) => {
    const result = await client.callTool({ name: "add", arguments: given });
    assert.is(result["isError"] ?? false, false);
  });
  const call = ["tools/call", "--tool-name", "add", "--tool-args-json"];
  const inspected = inspect(
    server,
    "2025-11-25",
    ...call,
    JSON.stringify(given),
  );
  assert.equal((await inspected)["structuredContent"], { sum: 3 });
});

test("the container image of a new server is built without the generator", async () => {
  await runNew("server", "image");
  const project = join(folder, "image");
  await npm(project, "install", "--package-lock-only");
  const docker = readFileSync(join(project, "Dockerfile"), "utf8");
  const [stage = ""] = docker.split("\nFROM");
  const app = temporaryFolder();
  for (const [, verb, what = ""] of stage.matchAll(/^(COPY|RUN) (.*)$/gm))
    if (verb === "RUN") await run("sh", ["-c", what], { cwd: app });
    else if (what === "package*.json ./")
      for (const name of ["package.json", "package-lock.json"])
        cpSync(join(project, name), join(app, name));
    else {
      const ignored = readFileSync(join(project, ".dockerignore"), "utf8");
      assert.match(ignored, /^vendor\/$/m);
      rmSync(join(project, "vendor"), { recursive: true });
      cpSync(project, app, { recursive: true });
    }
  assert.not(existsSync(join(app, "node_modules/mcp-codegen")));
  assert.ok(existsSync(join(app, "dist/src/main.js")));
});

test.run();
