/** Consent that hosts ask for. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  Changes,
  changesOf,
  changing,
} from "../../templates/runtime/features/changes.js";
import { offering, offersOf } from "../../templates/runtime/features/offers.js";
import { Consents } from "../../templates/runtime/host/consent/consent.js";
import { guarded } from "../../templates/runtime/host/consent/guarded.js";
import type { Handler } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { Consent } from "../../templates/runtime/host/consent/consent.js";

const consent = suite("host: consent");

consent("an answer is remembered for what it was given for", async () => {
  const asked: string[] = [];
  const answer = (tool: string): Consent<object> =>
    tool === "a"
      ? { allow: true, remember: "entry" }
      : tool === "no"
        ? { allow: false, remember: "server" }
        : true;
  const store = new Map<string, boolean>();
  const consents = new Consents(
    {
      callTool: ({ server, tool }) => {
        asked.push(`${server} ${tool}`);
        return answer(tool) as Consent<{}>;
      },
    },
    store,
  );
  const ask = async (server: string, tool: string): Promise<string> =>
    (await consents.ask("callTool", server, tool, { tool }, {})).decision;
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("y", "a"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("x", "no"), "refused");
  assert.is(await ask("x", "c"), "refused");
  // What was said of the tool alone goes before what was said of the server.
  assert.is(await ask("x", "a"), "approved");
  assert.equal(asked, ["x a", "y a", "x b", "x b", "x no"]);
  assert.is(store.size, 3);
});

consent("what a handler offers, and tells changes of, is kept", () => {
  const changes = new Changes("notifications/roots/list_changed", "x");
  const list: Handler = changing(() => ({ roots: [] }), changes);
  const ask: Handler = offering(() => ({}), "sampling.tools");
  const own = guarded(
    { "roots/list": list, "sampling/createMessage": ask },
    {
      server: "s",
      consents: new Consents({}),
      inputs: 1,
      record: () => () => {},
    },
  );
  const roots = own["roots/list"] as Handler;
  assert.not(roots === list);
  assert.equal(changesOf(roots), [changes]);
  const sampling = own["sampling/createMessage"] as Handler;
  assert.equal(offersOf(sampling), ["sampling.tools"]);
});

consent.run();
