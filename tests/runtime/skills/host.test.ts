/** Tests of `readSkill` with a host, which reads the skills of its servers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readSkill } from "../../../runtime/skills/client.js";
import type { SkillEntry } from "../../../runtime/skills/skill.js";
import { closing } from "../../harness/run/closing.js";
import { loadHosts } from "../../harness/host/host.js";
import {
  loadSkillServer,
  SKILLS_REVISION,
  skillText,
} from "../../harness/generated/skills.js";

const test = suite("skills: host");
const atEnd = closing(test);

const URI = "skill://a/SKILL.md";

test("requests through `host.server()` call the host's consent hooks and appear in its audit log", async () => {
  const { createMemoryHost, tools } = await loadHosts(SKILLS_REVISION, atEnd);
  const { skills } = await loadSkillServer();
  const asked: unknown[] = [];
  let allow = true;
  const { host, audit } = createMemoryHost(
    {
      s: {
        ...tools({
          t: {
            inputSchema: { type: "object" },
            handler: (args: object) => JSON.stringify(args),
          },
        }),
        ...(await skills({ files: { "a/SKILL.md": skillText("a") } })),
      },
    },
    {
      consent: {
        resource: ({ uri }: { uri: string }) => {
          asked.push(uri);
          return allow;
        },
        callTool: (ask: { tool: string; arguments: object }) => {
          asked.push([ask.tool, ask.arguments]);
          return { allow: true, value: { edited: 1 } };
        },
      },
    },
  );
  await host.connect();
  audit.length = 0;
  const server = host.server("s");
  assert.is(server.label, "s");
  const listed = await server.request("skills/list", {});
  const [skill = assert.unreachable()] = (listed as { skills: SkillEntry[] })
    .skills;
  const read = () => readSkill(server, skill as SkillEntry);
  assert.is((await read()).body, "Use a.\n");
  allow = false;
  assert.match(await read().then(() => "", String), "User rejected resource");
  const params = { name: "t", arguments: { n: 1 } };
  const result = await server.request("tools/call", params);
  const { content } = result as { content: { text: string }[] };
  assert.is(content[0]?.text, '{"edited":1}');
  assert.equal(asked, [URI, URI, ["t", { n: 1 }]]);
  assert.equal(
    audit.map(({ what, name, decision }) => [what, name, decision]),
    [
      ["skills/list", "", "allowed"],
      ["resources/read", URI, "approved"],
      ["resources/read", URI, "refused"],
      ["tools/call", "t", "approved"],
    ],
  );
});

test.run();
