/** A client of all revisions: its features are what the server's revision has. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../interop/support.js";
import { Wire } from "../runtime/support.js";
import { OLDER } from "./support.js";

const test = suite("features of a client of all revisions");
const AUDIO = { type: "audio", data: "", mimeType: "audio/wav" };

for (const version of OLDER)
  test(`${version}: roots change, and what is newer is let pass`, async () => {
    const made = await load("all", "client");
    const { createClient, elicitation, roots, sampling } = made;
    const folders = roots(["file:///a"]);
    const asked = elicitation({ url: () => "accept" });
    const handlers = { ...folders, ...sampling({ tools: true }), ...asked };
    const unknown: string[] = [];
    const onUnknown = ({ value }: { value: string }) => unknown.push(value);
    const info = { name: "c", version: "1" };
    const client = createClient(info, handlers, { onUnknown });
    const wire = new Wire();
    const connected = client.connect(wire);
    const discover = await wire.next();
    assert.is(discover.method, "server/discover");
    const error = { code: -32601, message: "Method not found" };
    wire.give({ id: discover.id, error });
    const { id, params } = await wire.next();
    assert.equal(params.capabilities, {
      roots: { listChanged: true },
      sampling: { tools: {} },
      elicitation: { url: {} },
    });
    const capabilities = { tools: {} };
    const result = { protocolVersion: version, serverInfo: info, capabilities };
    wire.give({ id, result });
    await connected;
    wire.sent.length = 0;
    folders.set([]);
    assert.is((await wire.next()).method, "notifications/roots/list_changed");
    const called = client.callTool({ name: "t" });
    wire.give({ id: (await wire.next()).id, result: { content: [AUDIO] } });
    assert.equal((await called).content, [AUDIO]);
    assert.equal(unknown, version === "2024-11-05" ? ["audio"] : []);
    await client.close();
  });

test.run();
