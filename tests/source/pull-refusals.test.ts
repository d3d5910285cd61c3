import type { RequestListener } from "node:http";
import { readdirSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LIMITS } from "../../generator/source/pull/download/limits.js";
import {
  pullSchema,
  type PullOptions,
} from "../../generator/source/pull/pull.js";
import { failureOf } from "../support/failures.js";
import {
  PIN,
  REVISION,
  TEXT,
  against,
  inTurn,
  redirect,
  status,
} from "../support/mirror.js";
import { FILES } from "../support/pins.js";

const pull = suite("schema pull refuses");

/** Each bad server, and what the user is told; nothing is kept then. */
function refuses(
  title: string,
  handler: RequestListener,
  expected: { code: string; says: RegExp; requests?: number },
  options: Partial<PullOptions> = {},
): void {
  pull(title, async () => {
    await against(
      handler,
      async ({ server, cache, options }) => {
        const failure = await failureOf(() => pullSchema(REVISION, options));
        assert.is(failure.code, expected.code);
        assert.match(`${failure.message} ${failure.cause}`, expected.says);
        assert.is(server.requests.length, expected.requests ?? 1);
        assert.equal(readdirSync(cache), []);
        assert.ok(failure.fix.length > 0);
      },
      options,
    );
  });
}

const quick = { ...LIMITS, idleMs: 150, attempts: 2 };

refuses(
  "gives up on a server that never answers",
  () => {},
  {
    code: "MCP031",
    says: /Nothing came for 150 ms. It was tried 2/,
    requests: 2,
  },
  { limits: quick },
);
refuses(
  "gives up on a server that stops in the middle",
  (_request, response) => void response.write(TEXT.slice(0, 9)),
  { code: "MCP031", says: /Nothing came for 150 ms/, requests: 2 },
  { limits: quick },
);
refuses(
  "gives up on a server that is slow for ever",
  (_request, response) => {
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  },
  { code: "MCP031", says: /not there after 150 ms, all attempts/ },
  { limits: { ...LIMITS, overallMs: 150 } },
);
refuses(
  "gives up when the pauses take too long",
  status(503),
  { code: "MCP036", says: /HTTP 503 Service Unavailable/ },
  {
    limits: { ...LIMITS, overallMs: 500 },
    wait: (_ms, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      ),
  },
);
refuses(
  "refuses a truncated file",
  (_request, response) => {
    response.writeHead(200, { "content-length": TEXT.length });
    response.write(TEXT.slice(0, 9), () => response.destroy());
  },
  {
    code: "MCP032",
    says: new RegExp(`broke off after 9 bytes of ${TEXT.length}`),
    requests: LIMITS.attempts,
  },
);
refuses(
  "refuses a file that ends early without saying so",
  (_request, response) => response.end(TEXT.slice(0, 20)),
  {
    code: "MCP034",
    says: new RegExp(
      `${PIN.sha256} \\(${PIN.bytes} bytes\\), got [0-9a-f]{64} \\(20 bytes\\)`,
    ),
  },
);
refuses(
  "refuses a file that is announced as too large",
  (_request, response) => {
    response.writeHead(200, { "content-length": 99_999_999 });
    response.write("<!doctype html>");
  },
  { code: "MCP033", says: /99999999 bytes.+ an HTML page/ },
);
refuses(
  "refuses a file that turns out to be too large",
  (_request, response) => {
    response.write(TEXT);
    response.write("!");
  },
  { code: "MCP033", says: /more than 82 bytes/ },
);
refuses(
  "refuses another file",
  (_request, response) => response.end(FILES["2025-02-02"]),
  {
    code: "MCP034",
    says: /seems to be the schema of 2025-02-02/,
  },
);
refuses(
  "refuses a page of HTML",
  (_request, response) => response.end("<html>log in"),
  {
    code: "MCP034",
    says: /seems to be an HTML page/,
  },
);
refuses(
  "refuses other line ends",
  (_request, response) => response.end(TEXT.slice(0, -1) + "\r"),
  {
    code: "MCP034",
    says: /Expected sha256/,
  },
);
refuses("says that there is no such file", status(404), {
  code: "MCP035",
  says: /There is no file .+HTTP 404 Not Found/,
});
refuses("does not try again what is forbidden", status(403), {
  code: "MCP036",
  says: /HTTP 403 Forbidden/,
});
refuses("gives up on a server that keeps failing", status(500), {
  code: "MCP036",
  says: /HTTP 500 .+ tried 4 times/,
  requests: 4,
});
refuses(
  "refuses a redirect in a circle",
  inTurn(redirect("/a"), redirect("/b"), redirect("/a")),
  {
    code: "MCP037",
    says: /circle: .+\/a was visited/,
    requests: 3,
  },
);
refuses(
  "refuses an endless chain of redirects",
  (request, response) => redirect(`${request.url}x`)(request, response),
  { code: "MCP037", says: /redirect number 6; 5 are followed/, requests: 6 },
);
refuses(
  "refuses a redirect to plain HTTP elsewhere",
  redirect("http://mirror.example/x"),
  {
    code: "MCP037",
    says: /http:\/\/mirror.example\/x is not HTTPS/,
  },
);
refuses("refuses a redirect to another scheme", redirect("file:///etc/hosts"), {
  code: "MCP037",
  says: /file:\/\/\/etc\/hosts is not HTTPS/,
});
refuses("refuses a redirect that names nothing", redirect("http://["), {
  code: "MCP037",
  says: /names no address/,
});
refuses("refuses a redirect without an address", status(302), {
  code: "MCP036",
  says: /HTTP 302/,
});

pull.run();
