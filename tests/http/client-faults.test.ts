/** What a client over HTTP makes of wrong answers, and of none. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { asError } from "../../templates/runtime/connection/json-rpc/errors.js";
import { http } from "../../templates/runtime/http/client/client.js";
import { messageOf } from "../runtime/support.js";
import { serve as serveAny } from "../support/servers.js";
import { SESSIONS } from "./support.js";
import { sides } from "./client-support.js";

const test = suite("HTTP client: faults");

const { atEnd, serve, clientOf } = sides(test);

/** Address of a server that says the same to everything. */
async function saying(
  status: number,
  body: string,
  headers: object,
): Promise<string> {
  const server = await serveAny((_request, response) => {
    response.writeHead(status, { ...headers }).end(body);
  });
  atEnd(server.close);
  return `${server.url}/mcp`;
}

const typed = (type: string) => ({ "content-type": type });
const JSON_ = typed("application/json");
const HTML = typed("text/html");
const EVENTS = typed("text/event-stream");
const OTHER = '{"jsonrpc":"2.0","id":99,"result":{}}';
const NO = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"no"},"id":null}';

const TABLE: readonly (readonly [number, string, object, string])[] = [
  [500, "oops", {}, "URL answered 500: oops"],
  [404, "", {}, "URL answered 404"],
  [202, "", {}, "The server accepted, and no more"],
  [200, "<html>", HTML, "URL answered 200 (text/html) with what is not JSON"],
  [200, "{}", JSON_, "to no request"],
  [200, `data: ${OTHER}\n\n`, EVENTS, "The stream ended without the answer"],
  [400, NO, JSON_, "no"],
];

for (const [status, body, headers, want] of TABLE)
  test(`the server answers ${status} ${body.slice(0, 20)}`, async () => {
    const url = await saying(status, body, headers);
    const { client } = clientOf();
    const secret = `${url}?token=secret`;
    const message = await messageOf(client.connect(http(secret)));
    assert.match(message.replace(url, "URL"), want);
  });

test("there is no server", async () => {
  const { url, close } = await serve(SESSIONS, {});
  await close();
  const { client } = clientOf();
  const { host } = new URL(url);
  for (const [secret, why] of [
    [`${url}?token=secret`, `connect ECONNREFUSED ${host}`],
    [
      url.replace("//", "//me:secret@"),
      `Request cannot be constructed from a URL that includes credentials: ${url}`,
    ],
  ] as const) {
    const { message, cause } = await client
      .connect(http(secret))
      .then(() => new Error("reached"), asError);
    assert.is(message, `${url} could not be reached: ${why}`);
    assert.instance(cause, TypeError);
  }
});

test.run();
