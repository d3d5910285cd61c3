/** A default host sees of each server what the official client sees. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listedBySdk } from "./clients.js";
import { listedByHost } from "./host.js";
import { taken } from "./programs.js";
import { commandOf, HTTP_SERVERS, SERVERS, whileServed } from "./servers.js";

const test = suite("a default host and servers from npm");

for (const [title, server] of taken(SERVERS, 3))
  test(`${title} has the same lists`, async () => {
    const command = commandOf(server);
    const [ours, official] = await Promise.all([
      listedByHost({ it: command }),
      listedBySdk(command),
    ]);
    assert.equal(ours, official);
    assert.ok(official.tools.length > 0);
  });

for (const [title, server] of taken(HTTP_SERVERS, 1))
  test(`${title} has the same lists`, async () => {
    // A process for each: some end with the first connection.
    const [ours, official] = await Promise.all([
      whileServed(server, (url) => listedByHost({ it: { url } })),
      whileServed(server, (url) => listedBySdk(new URL(url))),
    ]);
    assert.equal(ours, official);
    assert.ok(official.tools.length > 0);
  });

test.run();
