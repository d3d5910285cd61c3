/**
 * Compares the default limits in docs/security.md with the constants in the
 * source code.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { parseCells } from "../harness/run/cases.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/**
 * Places in the source code that define the limits of docs/security.md. The key
 * is the third cell of the limit's table row. The value is a runtime file, and
 * the text that precedes the default in that file.
 */
const PLACES = parseCells(`
  Notifications to all clients, kept for clients that open a stream later
    | redis/cluster-node MAX_CHANGES =; MAX_CHANGE_LENGTH =
  Length of a message | limits/constants MAX_MESSAGE =
  Unanswered requests from one peer; each request of a batch counts | limits/constants IN_FLIGHT =
  Requests and notifications from one peer; each message of a batch counts | limits/constants PER_MINUTE =
  Messages of one batch | protocol/connection/batch MAX_BATCH =
  HTTP requests of a client; each message of a batch and each guessed token count as a request
  Data kept for clients: requests, request bodies and unread answers (note 1)
    | http/server/options MAX_KEPT_IN_ALL =
  Data kept for one connection: subscriptions, parameters of tasks | limits/constants MAX_KEPT =
  Sessions and legacy SSE streams | http/server/options maxSessions ??
  Time until an unused session ends | http/server/options sessionIdle ??
  GET streams of one session
  Length of a request body | http/server/options maxBody ??
  Time until a request body has arrived | http/server/options bodyTimeout ??
  Length of the headers of a request (note 2) | http/platform/listen maxHeaders ??
  Time until the headers of a request have arrived | http/platform/listen headersTimeout ??
  Time for which a connection is idle | http/platform/listen keepAliveTimeout ??
  Data that one client has not read yet (note 3) | http/server/options maxWaiting ??
  Time for which a client reads no data | http/server/options readTimeout ??
  Events kept for resuming streams | http/server/sessions/event-store maxEvents ??; maxLength ??
  Messages waiting for a client without an open stream
    | http/server/sessions/backlog MAX_COUNT =; MAX_LENGTH =; MAX_TOTAL =
  [Tasks](tasks.md) that are kept | tasks/store perOwner =; total =; MAX_TASKS_LENGTH =
  \`tasks/result\` requests or subscriptions that wait for one task
    | tasks/settings MAX_TASK_WAITERS =
  Messages to all clients that the server has not sent yet
    | limits/fan-out MAX_WAITING =; MAX_WAITING_LENGTH =
  Events kept for resuming streams, and messages for clients without an open stream
    | redis/connect maxBytes =
  Messages waiting in Redis for one client | redis/store/session-scripts and (n >; size >
  Number of [tasks](tasks.md) of one owner in Redis | redis/tasks perOwner =
  Data of [tasks](tasks.md) in Redis | redis/tasks maxBytes =
  Tasks that one \`subscriptions/listen\` request names | tasks/extension/subscriptions MAX_TASKS =
  Time that a task is kept | tasks/settings HOUR_MS =; DAY_MS =
  Running tasks of one owner | tasks/settings maxRunning ??
  Requests about the tasks of one owner | tasks/settings burst:; perSecond:
  Status message of a task | tasks/records MAX_STATUS_LENGTH =
  Log messages of one connection | protocol/constants LOG_BURST =; LOGS_PER_SECOND =
  Progress notifications of one request
    | protocol/constants PROGRESS_BURST =; PROGRESS_PER_SECOND =
  Depth of a message | validation/guards MAX_DEPTH =
  Work to validate a value against a JSON Schema
    | json-schema/run MAX_SCHEMA_DEPTH =; MAX_WORK =
  Size of a JSON Schema
    | json-schema/compile MAX_SUBSCHEMAS = | validation/guards MAX_DEPTH =
  Files of one skill | skills/skill MAX_FILES =; MAX_BYTES =
  Files in the folder of all skills | skills/source MAX_LISTED =
  Frontmatter of one skill | skills/frontmatter MAX_LENGTH =; MAX_NESTED =
  Requests of a [page](apps.md) to the page's server
    | host/apps requests =; pending =; characters =
  Messages of a page | apps/host messages =; characters =
  Requests that a page, or the host of a page, answers at the same time | apps/channel MAX_ANSWERING =
  Lifetime of a request state | protocol/input-required/seal TTL =
  Length of a request state | protocol/input-required/seal MAX_STATE =
  Requests for the keys of an issuer | oauth/server/keys KEYS_MAX_AGE =; KEYS_COOLDOWN =
  Answer of an issuer to a request for its keys
    | oauth/server/keys KEYS_TIMEOUT = | oauth/web MAX_DOCUMENT =
  Answers of the issuer about tokens, each cached for half a minute
    | oauth/server/introspection MAX_INTROSPECTIONS =
  DPoP proofs that the server remembers for two minutes | oauth/server/proof-replay-cache MAX_PROOFS =
  Time until the answer to a request (note 4) | json-rpc/constants TIMEOUT =; MAX_TIMEOUT =
  Items and length of one list of a server that a host keeps | protocol/client-core LISTED_ITEMS =
    | limits/constants MAX_MESSAGE =
  Pages of a list | protocol/client-core LISTED_PAGES = | limits/constants MAX_KEPT =
  Questions of a server during one call, the retries of the call, and the task of the call
    | protocol/input-required/budget MAX_ROUNDS =; MAX_INPUT_REQUESTS =; MAX_PAGES =
  Sign-ins that a server causes
    | oauth/client/permit/sign-in-limit MAX_SIGN_INS =; SIGN_IN_WINDOW =
  Polls of the issuer during a sign-in with a device code
    | oauth/client/grants MIN_POLL_INTERVAL =; MAX_DEVICE_CODE_LIFETIME =
  Requests of a server to the client
    | protocol/handlers/method-limits "sampling/createMessage":; "elicitation/create":; "roots/list":
  Cached results | protocol/result-cache CACHE_SIZE =
  Questions to the user about changed tools of a server: tools that differ from the snapshot
    | host/consent/snapshot-gate MAX_QUESTIONS =
    | limits/constants MAX_KEPT =
  Data that a client keeps about tools: output schemas, headers, tasks that report progress
    | limits/constants MAX_KEPT =
  Requests of a host to one server at the same time | host/server-factory calls ??
  Samplings and elicitations of a server | host/server-factory inputs ??
  Messages of a server; each message of a batch counts, and invalid input counts
    | host/consent/usage-meter messages =; characters =
  Lists that a host fetches again after a server has reported changes | host/lists RELOADS_AT_ONCE =
  Time to connect to a server, and time to fetch each list | host/server-factory timeout =
  Restarts of a child process that died | host/server-factory RESTARTS = [
`);

const UNITS: { readonly [unit: string]: number } = {
  Ki: 1_024,
  Mi: 1_048_576,
  M: 1_000_000,
  s: 1_000,
  minutes: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

const QUANTITY =
  /(?<!\w)(\d+(?:,\d{3})*|an?)(?: (Ki|Mi|M|s|minutes|hour|day))?(?!\w)/g;

/**
 * Returns the numbers in a text. Numbers are multiplied by their unit, such as
 * `Ki`, and times are converted to milliseconds.
 */
function parseQuantities(text: string): number[] {
  return [...text.matchAll(QUANTITY)].flatMap(([, count = "", unit]) => {
    const factor = UNITS[unit ?? ""] ?? 1;
    if (/\d/.test(count)) return [Number(count.replaceAll(",", "")) * factor];
    return unit === undefined ? [] : [factor];
  });
}

/**
 * Returns the numbers that follow the text `before` in a source file of the
 * runtime.
 */
function getNumbers(file: string, before: string): number[] {
  const source = read(`runtime/${file}.ts`);
  const [, after = ""] = source.split(before);
  const [list = ""] =
    /^[\d_]+(?: \* [\d_]+)*(?:, [\d_]+)*/.exec(after.trimStart()) ?? [];
  assert.ok(list, `${file} has no "${before}"`);
  const product = (text: string): number =>
    text
      .split(" * ")
      .reduce((total, factor) => total * Number(factor.replaceAll("_", "")), 1);
  return list.split(", ").map(product);
}

const [, table = ""] = read("docs/security.md").split(/^\| option\b/m);
const ROWS = table
  .split("\n")
  .slice(2)
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

const test = suite("docs: limits");

for (const [, option = "", defaults = "", counts = ""] of ROWS)
  test(`the limit "${counts}" (option: ${option}) has the same default in docs/security.md and in the source code`, () => {
    const row = PLACES.find(([start]) => counts === start);
    assert.ok(row, "PLACES has no entry for this row");
    const [, ...places] = row;
    const inCode = places.flatMap((place) => {
      const [file = "", ...words] = place.split(" ");
      return words
        .join(" ")
        .split("; ")
        .flatMap((before) => getNumbers(file, before));
    });
    assert.equal(parseQuantities(defaults), inCode);
  });

test("docs/security.md and the table PLACES of this test contain the same limits", () => {
  const names = ROWS.map(([, , , counts]) => counts);
  assert.equal(names.sort(), PLACES.map(([counts]) => counts).sort());
});

test.run();
