/** Tests of the connection over which `--from` reads a running server. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listServer } from "../../../../generator/new/manifest/from-server.js";
import { datedRevisions } from "../../../../generator/source/revisions.js";
import { serve } from "../../../harness/peers/servers.js";
import { folderWith } from "../../../harness/program/folders.js";
import { withStoppedClock } from "../../../harness/time/clock.js";

const test = suite("new --from: connection");

/**
 * Server for two revisions. Before its first answer, the server waits for a
 * response from the URL in its argument.
 */
const SERVER = `
import { createInterface } from "node:readline";
const own = { capabilities: {}, serverInfo: { name: "s", version: "1" } };
const results = {
  "server/discover": { ...own, resultType: "complete", supportedVersions: ["2026-07-28"] },
  initialize: { ...own, protocolVersion: "2025-11-25" },
};
const lines = createInterface({ input: process.stdin });
let isReady = false;
for await (const line of lines) {
  if (!isReady) await fetch(process.argv[2]);
  isReady = true;
  const { id, method } = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
}
`;

test("`listServer` waits for the answer to `server/discover` of a process that starts slowly", () =>
  withStoppedClock(async (clock) => {
    const server = await serve((_request, response) => {
      void clock.wait(20_000).then(() => response.end());
    });
    const file = join(folderWith({ "server.mjs": SERVER }), "server.mjs");
    const from = `"${process.execPath}" "${file}" ${server.url}`;
    const address = { from, timeout: 60_000 };
    const { peer } = await listServer(address, datedRevisions());
    await server.close();
    assert.is(peer?.version, "2026-07-28");
  }));

test("`listServer` connects to a server in the newest revision if only the draft is requested", async () => {
  const server = await serve((_request, response) => void response.end());
  const file = join(folderWith({ "server.mjs": SERVER }), "server.mjs");
  const from = `"${process.execPath}" "${file}" ${server.url}`;
  const { peer } = await listServer({ from, timeout: 20_000 }, ["draft"]);
  await server.close();
  assert.is(peer?.version, "2026-07-28");
});

test.run();
