/** `new server --from` a server of npm: it compiles, passes its tests, lists the same. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listedBySdk } from "./clients.js";
import { taken } from "./programs.js";
import { projectsOf, type Projects } from "./projects.js";
import { commandOf, SERVERS } from "./servers.js";

const test = suite("servers from servers of npm");
const CASES = taken(SERVERS, 1);
let projects: Projects;

test.before(async () => {
  projects = await projectsOf(
    "server",
    CASES.map(([, server]) => server),
  );
});

for (const [title, server] of CASES)
  test(`${title} is mocked`, async () => {
    const { built } = await projects(server);
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
