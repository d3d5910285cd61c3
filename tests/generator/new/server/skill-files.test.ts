/** Tests of `new server --skills`, which publishes a folder of skills. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  listSkills,
  loadSkillClient,
  skillText,
} from "../../../harness/generated/skills.js";
import {
  buildProject,
  builtServer,
  run,
  testProject,
  whileServing,
} from "../../../harness/new/project.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
  writeTree,
} from "../../../harness/program/folders.js";
import { sample } from "../../../harness/run/sampling.js";

const test = suite("new server --skills");

const URI = "skill://review/SKILL.md";
const INFO = { name: "test", version: "1" };
/**
 * Files that the project must contain unchanged. Formatting with Prettier would
 * change them.
 */
const FILES = {
  "review/SKILL.md": skillText("review"),
  "review/refs/a.json": '{"a":   1}',
  "review/refs/b.ts": "const a   = 1",
};
const args = (folder: string, skills: string, options: string): string[] => [
  ...`new server ${folder} --skills ${skills} --yes`.split(" "),
  ...options.split(" "),
];

/** Creates and builds a project with the skills in `FILES`. */
async function build(options: string): Promise<string> {
  const skills = folderWith({ ...FILES, "README.md": "x", ".git/a": "x" });
  // A file that is not UTF-8 text is copied byte by byte.
  writeFileSync(join(skills, "review/logo"), Buffer.from([0xff, 0, 0x80]));
  const folder = join(temporaryFolder(), "project");
  const made = await run(...args(folder, skills, options));
  assert.is(made.code, 0, made.stderr);
  assert.equal(Object.keys(readTree(join(folder, "skills"))), [
    "review/SKILL.md",
    "review/logo",
    "review/refs/a.json",
    "review/refs/b.ts",
  ]);
  await buildProject(folder);
  return folder;
}

/** Checks the skills with the client of the official SDK. */
async function checkWithSdk(transport: object): Promise<void> {
  const mode = { pin: "2026-07-28" };
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(transport as never);
  try {
    const reader = new SkillsClient(client);
    const { skills } = await reader.list();
    assert.equal(
      skills.map(({ uri }) => uri),
      [URI],
    );
    const { skill } = await reader.get(URI);
    const file = await reader.read(skill, "refs/b.ts");
    assert.equal([file.verified, file.text], [true, "const a   = 1"]);
  } finally {
    await client.close();
  }
}

test("clients read the skills of a new server project over stdio and HTTP", async () => {
  const folder = await build(
    "--rev 2025-11-25,2026-07-28 --transports stdio,http --with registry,bundle,agents",
  );
  assert.is(await testProject(folder), 3);
  await checkWithSdk(new StdioClientTransport(builtServer(folder)));
  await whileServing(builtServer(folder, "--http"), async (url) => {
    await checkWithSdk(new StreamableHTTPClientTransport(url));
    const { createClient, http, readSkill } = await loadSkillClient();
    const client = createClient(INFO);
    await client.connect(http(url.href));
    for (const skill of await listSkills(client)) {
      assert.is((await readSkill(client, skill)).body, "Use review.\n");
      const logo = await readSkill(client, skill, "logo");
      assert.equal([...logo.bytes], [0xff, 0, 0x80]);
    }
    await client.close();
  });
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  assert.equal(JSON.parse(read("package.json")).files, ["dist/src", "skills"]);
  assert.match(read("Dockerfile"), "\nCOPY skills skills\n");
  assert.not.match(read(".mcpbignore"), /^\*\.md$/m);
  assert.match(read("AGENTS.md"), "- `skills/`: ");
  rmSync(join(folder, "skills"), { recursive: true });
  const { command, args: main, cwd } = builtServer(folder);
  const { status, stderr } = spawnSync(command, main, {
    cwd,
    encoding: "utf8",
  });
  assert.is(status, 1);
  assert.is(
    stderr,
    `Cannot read the folder of skills ${join(folder, "skills")}. Pass the path of an existing folder.\n`,
  );
});

for (const options of sample(
  [
    "--transports stdio",
    "--transports http,sse --auth oauth --rev 2025-11-25",
    "--transports http --shared redis --rev 2026-07-28",
    "--rev 2024-11-05",
  ],
  1,
))
  test(`a project that \`new server\` created with skills and ${options} passes its tests`, async () => {
    const folder = await build(options);
    if (!options.includes("redis")) assert.ok((await testProject(folder)) > 2);
  });

test("`new server --skills` does not change skills that are already in the project", async () => {
  const folder = temporaryFolder();
  writeTree(join(folder, "skills"), FILES);
  const own = join(folder, "skills");
  const made = await run(...args(folder, own, "--rev 2026-07-28"));
  assert.is(made.code, 0, made.stderr);
  assert.equal(readTree(own), FILES);
});

test("`new server --update --skills` adds skills to a project that has no skills", async () => {
  const folder = join(temporaryFolder(), "project");
  const one = ["--rev", "2026-07-28", "--yes"];
  await run("new", "server", folder, ...one);
  const update = (...more: string[]) =>
    run("new", "server", folder, "--update", ...more);
  const skills = folderWith(FILES);
  const grown = await update("--skills", skills, "--apply");
  assert.is(grown.code, 0, grown.stderr);
  await buildProject(folder);
  assert.is(await testProject(folder), 7);
  assert.match((await update()).stdout, "is up to date");
  const again = await update("--skills", skills);
  assert.match(again.stderr, /error MCP607: .*project already has skills in/);
});

const REFUSED: readonly (readonly [
  about: string,
  files: Record<string, string>,
  message: string,
])[] = [
  ["is a file", {}, "Cannot read the folder of skills "],
  ["is missing", {}, "Cannot read the folder of skills "],
  ["has no skills", { "README.md": "" }, "x contains no folder with a file"],
  [
    "is the folder of a single skill",
    { "SKILL.md": skillText("x") },
    "x/SKILL.md:1:1: error MCP650: pass the parent folder, or use a folder per skill.",
  ],
  [
    "has a skill whose name is not the folder's name",
    { "a/SKILL.md": skillText("b") },
    "x/a/SKILL.md:2:1: error MCP650: `name` is b, but must be a, the name of the folder (skill://a/SKILL.md).",
  ],
  [
    "has a skill whose file name is in lower case",
    { "a/skill.md": skillText("a") },
    "x/a/skill.md:1:1: error MCP650: rename the file to SKILL.md.",
  ],
  [
    "has a skill without frontmatter",
    { "a/SKILL.md": "# A" },
    "x/a/SKILL.md:1:1: error MCP650: The file must start with",
  ],
  [
    "has a skill with a YAML anchor",
    { "a/SKILL.md": skillText("a", "&x 1") },
    "x/a/SKILL.md:3:1: error MCP650: Line 3 of SKILL.md: ",
  ],
];
for (const [about, files, message] of REFUSED)
  test(`\`new server --skills\` refuses a folder that ${about}, and writes nothing`, async () => {
    const home = temporaryFolder();
    const skills = join(home, "x");
    writeTree(skills, files);
    if (about === "is a file") {
      rmSync(skills, { recursive: true, force: true });
      writeFileSync(skills, "");
    }
    const folder = join(home, "project");
    const { code, stderr } = await run(
      ...args(folder, skills, "--rev 2026-07-28"),
    );
    assert.is(code, 2);
    assert.match(stderr, message);
    assert.match(stderr, "fix: ");
    assert.not(existsSync(folder));
  });

test("`new server --skills` prints the cause and the fix once for several broken skills", async () => {
  const home = folderWith({
    "x/a/SKILL.md": skillText("b"),
    "x/b/SKILL.md": skillText("c"),
    "x/c/SKILL.md": "# C",
  });
  const { stderr } = await run(
    ...args(join(home, "project"), join(home, "x"), "--rev 2026-07-28"),
  );
  const lines = stderr.match(/error MCP650|^  \w+(?=: )/gm);
  const error = "error MCP650";
  assert.equal(lines, [error, "  cause", "  fix", error, error]);
});

test.run();
