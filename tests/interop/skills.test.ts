/** Tests of the skills extension with the official TypeScript SDK. */
import { createServer as createHttp, type RequestListener } from "node:http";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import {
  memorySkillFiles,
  SkillsExtension,
} from "@modelcontextprotocol/server/ext/skills";
import {
  loadSkillClient,
  loadSkillServer,
  listSkills,
  skillText,
} from "../harness/generated/skills.js";
import { startListening, stop } from "../harness/http/sdk-servers.js";

const test = suite("interop: skills");

const INFO = { name: "test", version: "1" };
const FILES = {
  "review/SKILL.md": skillText("review"),
  "review/refs/FORMS.md": "# Forms\n",
  "team/pdf/SKILL.md": skillText("pdf"),
};
const URIS = ["skill://review/SKILL.md", "skill://team/pdf/SKILL.md"];

test("the client of the official SDK lists, verifies and reads the skills of a generated server", async () => {
  const { createServer, listen, skills } = await loadSkillServer();
  const handlers = await skills({ files: FILES }, { directoryRead: true });
  const { url, close } = await listen(createServer(INFO, handlers), {
    port: 0,
  });
  const client = new Client(INFO, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const reader = new SkillsClient(client);
  assert.equal([reader.supported, reader.directoryRead], [true, true]);
  const { skills: entries } = await reader.list();
  assert.equal(
    entries.map(({ uri }) => uri),
    URIS,
  );
  const { skill } = await reader.get(URIS[0] ?? "");
  const main = await reader.read(skill);
  assert.equal([main.verified, main.body], [true, "Use review.\n"]);
  const form = await reader.read(skill, "refs/FORMS.md");
  assert.equal([form.verified, form.text], [true, "# Forms\n"]);
  const { resources } = await reader.readDirectory("skill://review");
  assert.equal(
    resources.map(({ uri, mimeType }) => [uri, mimeType]),
    [
      ["skill://review/SKILL.md", "text/markdown"],
      ["skill://review/refs", "inode/directory"],
    ],
  );
  await client.close();
  await close();
});

test("a generated client lists, verifies and reads the skills of a server of the official SDK", async () => {
  const catalog = await SkillsExtension.load(memorySkillFiles(FILES));
  const handler = createMcpHandler(() => {
    const server = new McpServer(INFO, { capabilities: {} });
    catalog.attach(server);
    return server;
  });
  const server = createHttp(toNodeHandler(handler) as RequestListener);
  const url = await startListening(server);
  const { createClient, http, readSkill } = await loadSkillClient();
  const client = createClient(INFO);
  await client.connect(http(url));
  const entries = await listSkills(client);
  assert.equal(
    entries.map(({ uri }) => uri),
    URIS,
  );
  const [review = assert.unreachable()] = entries;
  assert.is((await readSkill(client, review as never)).body, "Use review.\n");
  const form = await readSkill(client, review as never, "refs/FORMS.md");
  assert.is(new TextDecoder().decode(form.bytes), "# Forms\n");
  await client.close();
  await stop(server);
});

test.run();
