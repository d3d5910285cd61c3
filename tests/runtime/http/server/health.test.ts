/**
 * Tests of the health check paths, which report whether a server is alive and
 * ready.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fetchHandler } from "../../../harness/http/serving.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { LEGACY_SSE } from "../../../harness/http/site.js";
import type { HttpOptions } from "../../../../runtime/http/server/options.js";

const test = suite("http health");

const serve = (options: HttpOptions = {}) =>
  fetchHandler(
    new ServerCore(LEGACY_SSE, { name: "s", version: "1" }, {}, {}),
    options,
  );

const AUTH = { verify: () => undefined };

for (const [options, method, path, status] of [
  [{}, "GET", "/healthz", 200],
  [{}, "GET", "/readyz?verbose", 200],
  [{}, "HEAD", "/readyz", 200],
  [{}, "POST", "/healthz", 404],
  [{ hosts: ["mcp.example"], auth: AUTH }, "GET", "/healthz", 200],
  [{ hosts: ["mcp.example"], auth: AUTH }, "GET", "/readyz", 200],
  [{ healthPath: "/live" }, "GET", "/live", 200],
  [{ healthPath: "/live" }, "GET", "/healthz", 404],
  [{ readyPath: "/ready" }, "GET", "/ready", 200],
  [{ path: "/healthz" }, "GET", "/healthz", 400],
] as const)
  test(`a handler with the options ${JSON.stringify(options)} answers ${method} ${path} with ${status}`, async () => {
    const handle = serve(options);
    const request = new Request(`http://10.0.0.1${path}`, { method });
    assert.is((await handle(request)).status, status);
    await handle.close();
  });

test("after close(), the liveness check of a server succeeds and its readiness check fails", async () => {
  const handle = serve();
  const ask = async (path: string) => {
    const response = await handle(new Request(`http://10.0.0.1${path}`));
    return [response.status, await response.json()];
  };
  await handle.close();
  assert.equal(await ask("/healthz"), [200, { ok: true }]);
  assert.equal(await ask("/readyz"), [503, { ok: false }]);
});

test.run();
