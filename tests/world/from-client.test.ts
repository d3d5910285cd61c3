/** `new client --from` a server of npm: it compiles, passes its tests, connects. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runNode } from "../new/support.js";
import { listedBySdk } from "./clients.js";
import { taken } from "./programs.js";
import { projectsOf, type Projects } from "./projects.js";
import { commandOf, SERVERS } from "./servers.js";

const test = suite("clients from servers of npm");
const CASES = taken(SERVERS, 1);
let projects: Projects;

/** It says on standard error where the server is not what it was made from. */
const VISIT = `
import { connectClient } from "./src/client.js";
const client = await connectClient();
console.log(JSON.stringify(Object.keys(client.tools)));
await client.close();
`;

test.before(async () => {
  projects = await projectsOf(
    "client",
    CASES.map(([, server]) => server),
  );
});

for (const [title, server] of CASES)
  test(`${title} is connected to`, async () => {
    const { folder, built } = await projects(server);
    const command = commandOf(server);
    // Secrets stay in the environment: its mcp.json has their names alone.
    Object.assign(process.env, command.env);
    writeFileSync(join(built, "visit.js"), VISIT);
    const visit = await runNode([join(built, "visit.js")], folder);
    assert.equal([visit.code, visit.stderr], [0, ""]);
    const { tools } = await listedBySdk(command);
    assert.equal(JSON.parse(visit.stdout), tools);
  });

test.run();
