/** `new --from` a server of npm: it compiles, passes its tests, and does the same. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runNode } from "../harness/new/project.js";
import { listedBySdk } from "./clients.js";
import { taken } from "./programs.js";
import { projectsOf, type Projects } from "./projects.js";
import { commandOf, SERVERS } from "./servers.js";

const test = suite("clients and servers from servers of npm");

/** Of all of them a client or a mock, since each is a project to be built. */
const TAKEN = taken(
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
  TAKEN.flatMap(([title, one]) =>
    one.made === made ? [[title, one.server] as const] : [],
  );
const CLIENTS = takenAs("client");
const MOCKED = takenAs("mock");
let clients: Projects;
let servers: Projects;

/** It says on standard error where the server is not what it was made from. */
const VISIT = `
import { connectClient } from "./src/client.js";
const client = await connectClient();
console.log(JSON.stringify(Object.keys(client.tools)));
await client.close();
`;

test.before(async () => {
  const of = (cases: typeof CLIENTS) => cases.map(([, server]) => server);
  clients = await projectsOf("client", of(CLIENTS));
  servers = await projectsOf("server", of(MOCKED));
});

for (const [title, server] of CLIENTS)
  test(`${title}: connected to`, async () => {
    const { folder, built } = await clients(server);
    const command = commandOf(server);
    // Secrets stay in the environment: its mcp.json has their names alone.
    Object.assign(process.env, command.env);
    writeFileSync(join(built, "visit.js"), VISIT);
    const visit = await runNode([join(built, "visit.js")], folder);
    assert.equal([visit.code, visit.stderr], [0, ""]);
    const { tools } = await listedBySdk(command);
    assert.equal(JSON.parse(visit.stdout), tools);
  });

for (const [title, server] of MOCKED)
  test(`${title}: the same`, async () => {
    const { built } = await servers(server);
    const args = [join(built, "src/main.js")];
    const mock = { command: process.execPath, args, env: {} };
    const [ours, theirs] = await Promise.all([
      listedBySdk(mock),
      listedBySdk(commandOf(server)),
    ]);
    // Without a variable it is a resource, and may be one already.
    const templates = theirs.resourceTemplates.filter((uri) =>
      String(uri).includes("{"),
    );
    assert.equal(ours, { ...theirs, resourceTemplates: templates });
  });

test.run();
