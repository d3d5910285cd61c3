/**
 * Tests of reading skills from a hostile server, which runs in a separate
 * process.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listSkills, loadSkillClient } from "../../harness/generated/skills.js";
import { failOnExit } from "../../harness/program/child.js";
import { runCli } from "../../harness/program/cli.js";

const test = suite("skills: hostile servers");

const { createClient, http, readSkill } = await loadSkillClient();

const program = new URL(
  "../../harness/hostile/hostile-skills.js",
  import.meta.url,
);
const child = failOnExit(
  spawn(process.execPath, [fileURLToPath(program)], {
    stdio: ["ignore", "pipe", "inherit"],
  }),
);
const [line] = (await once(child.stdout, "data")) as [Buffer];
const url = line.toString().trim();
test.after(() => void child.kill());

/** Reads the skill of the server. Returns the text, or the error message. */
async function read(behavior: string): Promise<string | undefined> {
  const client = createClient({ name: "test", version: "1" });
  await client.connect(http(url + encodeURIComponent(behavior)));
  try {
    for (const skill of await listSkills(client))
      return (await readSkill(client, skill)).body;
    return "no skill";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.close();
  }
}

const OUTCOMES: readonly (readonly [behavior: string, outcome: string])[] = [
  ["honest", "Use a.\n"],
  ["changed", "digest of the file is different"],
  ["longer", "does not have"],
  ["other-digest", "digest of the file is different"],
  ["small-size", "does not have 1 bytes"],
  ["large-size", "more than 16777216 bytes"],
  ["many-files", "more than 512 files"],
  ["no-main", "lacks the file SKILL.md"],
  ["other-main", "lacks the file SKILL.md"],
  ["dynamic", "no digests"],
  ["aliases", "the value &b"],
  ["merge", "expected `name: value`"],
  ["tag", "the value !!js"],
  ["nested", "more than 8 nested values"],
  ["long", "more than 65536 characters"],
  ["added", "the frontmatter is different"],
  ["redirect", "which is not followed"],
  ...[
    "skill://a//etc/passwd",
    "skill://a/../b",
    "skill://a/%2e%2e/b",
    "skill://a/..%2fb",
    "skill://a/b%00",
    "skill://a/b\\c",
    "skill://a/..%5Cb",
    "skill://a/./b",
    "skill://a/b%2Fc",
    "skill://a/C%3A/b",
    "skill://a/b?c",
  ].map((uri) => [`path=${uri}`, "is not a valid path"] as const),
  ["path=skill://a/%ff", "URI malformed"],
  ...["skill://b/x", "file:///etc/passwd", "/etc/passwd"].map(
    (uri) => [`path=${uri}`, "is not in the folder of the skill"] as const,
  ),
];
for (const [behavior, outcome] of OUTCOMES)
  test(`reading a skill from a server with the behavior "${behavior}" results in ${JSON.stringify(outcome)}`, async () => {
    assert.match((await read(behavior)) ?? "", outcome);
  });

test("the command `lint-tools` exits with 2 if a server's list of skills never ends", async () => {
  const args = ["lint-tools", "--from", `${url}endless`];
  const { code, stderr } = await runCli(args, process.cwd());
  assert.is(code, 2);
  assert.match(stderr, "sends more than 1000 pages for skills/list");
});

test.run();
