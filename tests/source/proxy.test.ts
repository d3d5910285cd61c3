import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LIMITS } from "../../generator/source/pull/download/limits.js";
import {
  pullSchema,
  type PullOptions,
} from "../../generator/source/pull/pull.js";
import { selfSigned } from "../support/certificate.js";
import { failureOf } from "../support/failures.js";
import { readTree, temporaryFolder } from "../support/folders.js";
import { FILES, mirrorPath, TABLE } from "../support/pins.js";
import {
  closedPort,
  serve,
  serveProxy,
  type ProxyOptions,
  type TestServer,
} from "../support/servers.js";

const REVISION = "2025-01-01";
const TEXT = FILES[REVISION] as string;
const certificate = selfSigned(["mirror.example", "localhost"]);

function options(
  mirror: string,
  env: Record<string, string>,
  more: Partial<PullOptions> = {},
): PullOptions {
  return {
    table: TABLE,
    cache: temporaryFolder(),
    mirror,
    env,
    wait: async () => {},
    ...more,
  };
}

/** Servers for one test, closed in the end. */
async function withProxy(
  proxyOptions: ProxyOptions,
  work: (proxy: TestServer, mirror: TestServer) => Promise<void>,
): Promise<void> {
  const proxy = await serveProxy(proxyOptions);
  const mirror = await serve(
    (_request, response) => response.end(TEXT),
    certificate,
  );
  try {
    await work(proxy, mirror);
  } finally {
    await Promise.all([proxy.close(), mirror.close()]);
  }
}

const proxy = suite("proxy");

for (const name of ["HTTPS_PROXY", "https_proxy"])
  proxy(`gets HTTPS through a tunnel: ${name}`, async () => {
    await withProxy({}, async (proxy, mirror) => {
      const pull = options(
        `https://mirror.example:${mirror.port}/`,
        { [name]: proxy.url },
        { ca: certificate.cert },
      );
      await pullSchema(REVISION, pull);
      assert.equal(Object.values(readTree(pull.cache)), [TEXT]);
      assert.equal(proxy.requests, [`CONNECT mirror.example:${mirror.port}`]);
      assert.equal(mirror.requests, [`GET ${mirrorPath(REVISION)}`]);
    });
  });

proxy("names itself with the user of the proxy's URL", async () => {
  let authorization: string | undefined;
  let host: string | undefined;
  await withProxy(
    {
      onPlain(request, response) {
        authorization = request.headers["proxy-authorization"];
        host = request.headers.host;
        assert.is(request.headers.authorization, undefined);
        response.end(TEXT);
      },
    },
    async (proxy) => {
      const env = { http_proxy: proxy.url.replace("//", "//me:p%40ss@") };
      await pullSchema(REVISION, options("http://localhost:9/m", env));
      assert.equal(proxy.requests, [
        `GET http://localhost:9/m${mirrorPath(REVISION)}`,
      ]);
      assert.is(host, "localhost:9");
      assert.is(
        authorization,
        `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
      );
    },
  );
});

proxy("goes round the proxy where NO_PROXY says so", async () => {
  await withProxy({}, async (proxy, mirror) => {
    const env = { HTTPS_PROXY: proxy.url, NO_PROXY: "localhost" };
    const mirrorUrl = `https://localhost:${mirror.port}/`;
    await pullSchema(
      REVISION,
      options(mirrorUrl, env, { ca: certificate.cert }),
    );
    assert.equal(proxy.requests, []);
    assert.is(mirror.requests.length, 1);
  });
});

proxy("does not trust a certificate because it came by a proxy", async () => {
  await withProxy({}, async (proxy, mirror) => {
    const env = { HTTPS_PROXY: proxy.url };
    const failure = await failureOf(() =>
      pullSchema(
        REVISION,
        options(`https://mirror.example:${mirror.port}/`, env),
      ),
    );
    assert.is(failure.code, "MCP039");
    assert.match(failure.cause, /SELF_SIGNED/);
    assert.equal(mirror.requests, []);
  });
});

proxy("does not trust a certificate of another name", async () => {
  await withProxy({}, async (proxy, mirror) => {
    const failure = await failureOf(() =>
      pullSchema(
        REVISION,
        options(
          `https://other.example:${mirror.port}/`,
          { HTTPS_PROXY: proxy.url },
          { ca: certificate.cert },
        ),
      ),
    );
    assert.is(failure.code, "MCP039");
    assert.match(failure.cause, /other\.example/);
  });
});

for (const [status, says, tries] of [
  [407, /asks for a user/, 1],
  [403, /HTTP 403/, 1],
  [502, /HTTP 502.+tried 4 times/, 4],
] as const)
  proxy(`says that the proxy refuses: ${status}`, async () => {
    await withProxy({ connectStatus: status }, async (proxy) => {
      const failure = await failureOf(() =>
        pullSchema(
          REVISION,
          options("https://mirror.example/", { HTTPS_PROXY: proxy.url }),
        ),
      );
      assert.is(failure.code, "MCP040");
      assert.match(failure.cause, says);
      assert.is(proxy.requests.length, tries);
    });
  });

proxy("says that the proxy refuses plain HTTP", async () => {
  await withProxy(
    { onPlain: (_request, response) => response.writeHead(407).end() },
    async (proxy) => {
      const failure = await failureOf(() =>
        pullSchema(
          REVISION,
          options("http://localhost:9/", { HTTP_PROXY: proxy.url }),
        ),
      );
      assert.is(failure.code, "MCP040");
      assert.match(failure.cause, /407/);
    },
  );
});

proxy("says that the proxy is not there", async () => {
  const port = await closedPort();
  const failure = await failureOf(() =>
    pullSchema(
      REVISION,
      options("https://mirror.example/", {
        HTTPS_PROXY: `http://me:secret@127.0.0.1:${port}`,
      }),
    ),
  );
  assert.is(failure.code, "MCP040");
  assert.match(failure.message, `http://127.0.0.1:${port}/ can not be used`);
  assert.match(failure.cause, /ECONNREFUSED/);
  assert.is(JSON.stringify(failure).includes("secret"), false);
});

for (const [what, certified, code] of [
  ["gives up on a tunnel that leads to silence", certificate, "MCP031"],
  ["says that the end of a tunnel speaks no TLS", undefined, "MCP039"],
] as const)
  proxy(what, async () => {
    const proxy = await serveProxy();
    const mirror = await serve(() => {}, certified);
    const failure = await failureOf(() =>
      pullSchema(
        REVISION,
        options(
          `https://mirror.example:${mirror.port}/`,
          { HTTPS_PROXY: proxy.url },
          {
            ca: certificate.cert,
            limits: { ...LIMITS, idleMs: 200, attempts: 1 },
          },
        ),
      ),
    );
    assert.is(failure.code, code);
    await Promise.all([proxy.close(), mirror.close()]);
  });

for (const [value, says] of [
  ["socks5://127.0.0.1:1080", /socks5.+ is not http/],
  ["http://", /not a URL/],
] as const)
  proxy(`refuses ${value} as a proxy`, async () => {
    const failure = await failureOf(() =>
      pullSchema(
        REVISION,
        options("https://mirror.example/", { HTTPS_PROXY: value }),
      ),
    );
    assert.is(failure.code, "MCP040");
    assert.match(failure.cause, says);
  });

proxy.run();
