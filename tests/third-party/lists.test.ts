/**
 * A generated host and the official client list the same entries of each
 * server.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listedBySdk } from "./clients.js";
import { listedByHost } from "./host.js";
import { taken } from "./programs.js";
import { commandOf, HTTP_SERVERS, SERVERS, whileServed } from "./servers.js";

const test = suite("generated host and npm servers");

for (const [title, server] of taken(SERVERS, 3))
  test(`the host lists the same entries of ${title} as the official client`, async () => {
    const command = commandOf(server);
    const [ours, official] = await Promise.all([
      listedByHost({ it: command }),
      listedBySdk(command),
    ]);
    assert.equal(ours, official);
    assert.ok(official.tools.length > 0);
  });

for (const [title, server] of taken(HTTP_SERVERS, 1))
  test(`the host lists the same entries of ${title} as the official client`, async () => {
    // Each client needs its own process, because some servers end with the
    // first connection.
    const [ours, official] = await Promise.all([
      whileServed(server, (url) => listedByHost({ it: { url } })),
      whileServed(server, (url) => listedBySdk(new URL(url))),
    ]);
    assert.equal(ours, official);
    assert.ok(official.tools.length > 0);
  });

test.run();
