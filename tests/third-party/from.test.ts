/**
 * Tests of projects that `new --from` creates from npm servers. Each project
 * must compile, pass its tests, and list the entries of its server, such as
 * tools.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runNode } from "../harness/new/project.js";
import { listWithSdk } from "./clients.js";
import { selectForRun } from "./programs.js";
import { createProjects, type Projects } from "./projects.js";
import { getCommand, SERVERS } from "./servers.js";

const test = suite("new --from with npm servers");

/**
 * Client projects and mock servers that this test run builds. Only a selection
 * is built, because each is a separate project.
 */
const TAKEN = selectForRun(
  (["client", "mock"] as const).flatMap((made) =>
    SERVERS.map((server) => ({
      name: `${made} of ${server.name}`,
      made,
      server,
    })),
  ),
  1,
);
const takenAs = (made: string) =>
  TAKEN.flatMap(([title, project]) =>
    project.made === made ? [[title, project.server] as const] : [],
  );
const CLIENTS = takenAs("client");
const MOCKED = takenAs("mock");
let clients: Projects;
let servers: Projects;

/**
 * Program that lists the tools of a server with the generated client. The
 * client writes to standard error if the tools differ from the recorded tools.
 */
const VISIT = `
import { connectClient } from "./src/client.js";
const client = await connectClient();
console.log(JSON.stringify(Object.keys(client.tools)));
await client.close();
`;

test.before(async () => {
  const getServers = (cases: typeof CLIENTS) =>
    cases.map(([, server]) => server);
  clients = await createProjects("client", getServers(CLIENTS));
  servers = await createProjects("server", getServers(MOCKED));
});

for (const [title, server] of CLIENTS)
  test(`the generated ${title} lists the tools of the original server`, async () => {
    const { folder, built } = await clients(server);
    const command = getCommand(server);
    // The project's mcp.json contains only the names of secrets, so their
    // values are passed in the environment.
    Object.assign(process.env, command.env);
    writeFileSync(join(built, "visit.js"), VISIT);
    const visit = await runNode([join(built, "visit.js")], folder);
    assert.equal([visit.code, visit.stderr], [0, ""]);
    const { tools } = await listWithSdk(command);
    assert.equal(JSON.parse(visit.stdout), tools);
  });

for (const [title, server] of MOCKED)
  test(`the generated ${title} lists the same tools, prompts and resources as the original server`, async () => {
    const { built } = await servers(server);
    const args = [join(built, "src/main.js")];
    const mock = { command: process.execPath, args, env: {} };
    const [ours, theirs] = await Promise.all([
      listWithSdk(mock),
      listWithSdk(getCommand(server)),
    ]);
    // The mock server treats a template without variables as a resource, so its
    // list of templates may lack such templates.
    const templates = theirs.resourceTemplates.filter((uri) =>
      String(uri).includes("{"),
    );
    assert.equal(ours, { ...theirs, resourceTemplates: templates });
  });

test.run();
