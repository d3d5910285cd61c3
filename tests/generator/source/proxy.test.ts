import { suite } from "uvu";
import * as assert from "uvu/assert";
import { pullSchema } from "../../../generator/source/pull/pull.js";
import { CERTIFICATE } from "../../harness/peers/certificate.js";
import { getFailure } from "../../harness/run/failures.js";
import { closing } from "../../harness/run/closing.js";
import { closedPort, serveProxy } from "../../harness/peers/servers.js";
import {
  REVISION,
  serveSchema,
  mirrorPath,
  createMirrors,
} from "../../harness/source/upstream.js";

const test = suite("source: proxy");
const atEnd = closing(test);
const startMirror = createMirrors(test);

/**
 * Starts a proxy and a mirror. The returned function `pull` downloads a schema
 * from the mirror through the proxy.
 */
async function proxied(connectStatus = 200) {
  /** Proxy-Authorization header of each request to the proxy. */
  const users: (string | undefined)[] = [];
  const proxy = await serveProxy(connectStatus, users);
  atEnd(proxy.close);
  const { server: mirror, options } = await startMirror(
    serveSchema,
    CERTIFICATE,
  );
  const pull = (
    host: string,
    env: NodeJS.ProcessEnv = { HTTPS_PROXY: proxy.url },
    ca = CERTIFICATE.cert,
  ): Promise<unknown> => {
    const address = `https://${host}:${mirror.port}/`;
    return pullSchema(REVISION, { ...options, mirror: address, env, ca });
  };
  return { proxy, users, mirror, pull };
}

for (const name of ["HTTPS_PROXY", "https_proxy"])
  test(`\`pullSchema\` uses a tunnel through the proxy in the variable ${name}`, async () => {
    const { proxy, users, mirror, pull } = await proxied();
    await pull("mirror.example", {
      [name]: proxy.url.replace("http://", "me:100%@"),
      HTTP_PROXY: "http://127.0.0.1:9",
    });
    assert.equal(proxy.requests, [`CONNECT mirror.example:${mirror.port}`]);
    assert.equal(users, [`Basic ${btoa("me:100%")}`]);
    assert.equal(mirror.requests, [`GET ${mirrorPath(REVISION)}`]);
  });

// Test cases: a value of NO_PROXY, and whether requests to the mirror (host
// "localhost") bypass the proxy.
for (const [noProxy, isExempt] of [
  ["localhost", true],
  ["b.example, LOCALHOST", true],
  ["*", true],
  ["localhost:1", false],
  ["ocalhost", false],
  ["a.localhost", false],
  ["", false],
] as const)
  test(`NO_PROXY="${noProxy}" ${isExempt ? "excludes" : "does not exclude"} localhost from the proxy`, async () => {
    const { proxy, mirror, pull } = await proxied();
    await pull("localhost", { HTTPS_PROXY: proxy.url, NO_PROXY: noProxy });
    assert.is(proxy.requests.length, isExempt ? 0 : 1);
    assert.is(mirror.requests.length, 1);
  });

test("`pullSchema` does not use the proxy in the variable HTTP_PROXY for an HTTPS mirror", async () => {
  const { proxy, pull } = await proxied();
  await pull("localhost", { HTTP_PROXY: proxy.url });
  assert.equal(proxy.requests, []);
});

// Test cases: a variable of the process that contains the proxy, and whether
// requests to the mirror use the proxy.
for (const [name, isUsed] of [
  ["HTTP_PROXY", false],
  ["HTTPS_PROXY", true],
] as const)
  test(`without the option env, \`pullSchema\` ${isUsed ? "uses" : "does not use"} the proxy in the process's variable ${name}`, async () => {
    const { proxy, users, pull } = await proxied();
    process.env[name] = proxy.url.replace("http://", "");
    await pull("localhost", process.env);
    delete process.env[name];
    assert.equal(users, isUsed ? [undefined] : []);
  });

for (const [what, host, ca, says] of [
  ["that is self-signed", "mirror.example", "", /SELF_SIGNED/],
  ["of another host", "other.example", undefined, /other\.example/],
] as const)
  test(`\`pullSchema\` rejects a mirror with a certificate ${what}`, async () => {
    const { mirror, pull } = await proxied();
    const env = undefined;
    const failure = await getFailure(() => pull(host, env, ca));
    assert.is(failure.code, "MCP039");
    assert.match(failure.cause, says);
    assert.equal(mirror.requests, []);
  });

for (const [status, says, tries] of [
  [407, /requires a user name/, 1],
  [403, /HTTP 403/, 1],
  [502, /HTTP 502.+All 4 attempts failed/, 4],
] as const)
  test(`\`pullSchema\` reports the status ${status} of a proxy`, async () => {
    const { proxy, pull } = await proxied(status);
    const failure = await getFailure(() => pull("mirror.example"));
    assert.is(failure.code, "MCP040");
    assert.match(failure.cause, says);
    assert.is(proxy.requests.length, tries);
  });

test("the error of `pullSchema` about an unreachable proxy does not contain the proxy's password", async () => {
  const { pull } = await proxied();
  const address = `127.0.0.1:${await closedPort()}`;
  const env = { HTTPS_PROXY: `http://me:secret@${address}` };
  const failure = await getFailure(() => pull("mirror.example", env));
  assert.is(failure.code, "MCP040");
  assert.match(failure.message, `Cannot connect to the proxy ${address}`);
  assert.match(failure.cause, /ECONNREFUSED/);
  assert.is(JSON.stringify(failure).includes("secret"), false);
});

for (const HTTPS_PROXY of ["socks5://127.0.0.1:1080", "http://"])
  test(`\`pullSchema\` rejects the invalid proxy URL ${HTTPS_PROXY}`, async () => {
    const { pull } = await proxied();
    const env = { HTTPS_PROXY };
    const failure = await getFailure(() => pull("mirror.example", env));
    assert.is(failure.code, "MCP040");
    assert.match(failure.cause, "not a URL with http:// or https://");
  });

test.run();
