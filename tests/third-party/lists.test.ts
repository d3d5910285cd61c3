/**
 * Tests that a generated host and the official client list the same entries of
 * each server.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listWithSdk } from "./clients.js";
import { listWithHost } from "./host.js";
import { selectForRun } from "./programs.js";
import {
  getCommand,
  HTTP_SERVERS,
  SERVERS,
  withHttpServer,
} from "./servers.js";

const test = suite("generated host and npm servers");

for (const [title, server] of selectForRun(SERVERS, 3))
  test(`the generated host lists the same entries of ${title} as the official client`, async () => {
    const command = getCommand(server);
    const [ours, official] = await Promise.all([
      listWithHost({ it: command }),
      listWithSdk(command),
    ]);
    assert.equal(ours, official);
    assert.ok(official.tools.length > 0);
  });

for (const [title, server] of selectForRun(HTTP_SERVERS, 1))
  test(`the generated host lists the same entries of ${title} as the official client`, async () => {
    // Each client starts a separate server process, because some servers exit
    // when their first connection closes.
    const [ours, official] = await Promise.all([
      withHttpServer(server, (url) => listWithHost({ it: { url } })),
      withHttpServer(server, (url) => listWithSdk(new URL(url))),
    ]);
    assert.equal(ours, official);
    assert.ok(official.tools.length > 0);
  });

test.run();
