/** The numbers of the table of limits in docs/security.md are those of the code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** What each row counts, how it begins, and where its defaults stand in the code. */
const PLACES: readonly (readonly [
  counts: string,
  ...places: (readonly [file: string, ...before: string[]])[],
])[] = [
  ["each message", ["limits/limits", "MAX_MESSAGE = "]],
  ["a client's requests that are", ["limits/limits", "IN_FLIGHT = "]],
  ["a client's messages with", ["limits/limits", "PER_MINUTE = "]],
  ["messages of one batch", ["protocol/connection/batch", "MAX_BATCH = "]],
  ["a client's HTTP requests"],
  ["bodies on their way", ["http/server/options", "MAX_KEPT_IN_ALL = "]],
  ["a client's subscriptions", ["limits/limits", "MAX_KEPT = "]],
  ["sessions;", ["http/server/options", "maxSessions ?? "]],
  ["a session that", ["http/server/options", "sessionIdle ?? "]],
  ["GET streams", ["http/server/session", "MAX_LISTENERS = "]],
  ["each body", ["http/server/options", "maxBody ?? ", "bodyTimeout ?? "]],
  [
    "headers of each",
    ["http/platform/listen", "maxHeaders ?? ", "headersTimeout ?? "],
  ],
  [
    "what a reader",
    ["http/server/options", "maxWaiting ?? ", "readTimeout ?? "],
  ],
  [
    "what is kept to resume",
    ["http/server/event-store", "maxEvents ?? ", "maxLength ?? "],
  ],
  [
    "what waits for",
    ["http/server/backlog", "MAX_COUNT = ", "MAX_LENGTH = ", "MAX_TOTAL = "],
  ],
  [
    "[tasks]",
    ["tasks/store", "perOwner = ", "total = ", "MAX_TASKS_LENGTH = "],
  ],
  ["how long a task", ["tasks/settings", "HOUR_MS = ", "DAY_MS = "]],
  [
    "tasks that run",
    ["tasks/settings", "maxRunning ?? ", "burst: ", "perSecond: "],
  ],
  ["what is said of a task", ["tasks/records", "MAX_STATUS_LENGTH = "]],
  [
    "logs of a connection",
    ["protocol/connection/logging", "LOG_BURST = ", "LOGS_PER_SECOND = "],
    ["protocol/connection/call", "PROGRESS_BURST = ", "PROGRESS_PER_SECOND = "],
  ],
  ["the check of a message", ["validation/guards", "MAX_DEPTH = "]],
  [
    "the check of a value",
    ["json-schema/run", "MAX_SCHEMA_DEPTH = ", "MAX_WORK = "],
    ["json-schema/compile", "MAX_SUBSCHEMAS = "],
    ["validation/guards", "MAX_DEPTH = "],
  ],
  [
    "the state of a round",
    ["protocol/input-required/seal", "TTL = ", "MAX_STATE = "],
  ],
  [
    "requests for the keys",
    [
      "oauth/server/keys",
      "KEYS_MAX_AGE = ",
      "KEYS_COOLDOWN = ",
      "KEYS_TIMEOUT = ",
    ],
    ["oauth/web", "MAX_DOCUMENT = "],
  ],
  ["answers of the issuer", ["oauth/server/introspection", "MAX_ANSWERS = "]],
  ["proofs that are", ["oauth/server/proof-replay-cache", "MAX_PROOFS = "]],
  ["an answer", ["json-rpc/requests", "TIMEOUT = ", "MAX_TIMEOUT = "]],
  [
    "a list of a server",
    ["protocol/client-core", "LISTED_ITEMS = "],
    ["limits/limits", "MAX_MESSAGE = "],
  ],
  [
    "a list",
    ["protocol/client-core", "LISTED_PAGES = "],
    ["limits/limits", "MAX_KEPT = "],
  ],
  [
    "what one request asks",
    ["protocol/input-required/client", "MAX_ROUNDS = ", "MAX_QUESTIONS = "],
  ],
  [
    "what a server asks",
    [
      "protocol/handlers/method-limits",
      '"sampling/createMessage": ',
      '"elicitation/create": ',
      '"roots/list": ',
    ],
  ],
  ["results that are fresh", ["protocol/result-cache", "CACHE_SIZE = "]],
  ["what is known of tools", ["limits/limits", "MAX_KEPT = "]],
  ["requests to a server", ["host/host", "calls ?? "]],
  ["a server's samplings", ["host/host", "inputs ?? "]],
  [
    "a server's messages",
    ["host/consent/usage-meter", "messages = ", "characters = "],
  ],
  ["lists fetched again", ["host/lists", "RELOADS_AT_ONCE = "]],
  ["to connect", ["host/host", "timeout = "]],
  ["starts of a child", ["host/host", "RESTARTS = ["]],
];

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

/** Quantities of a text, those of time in milliseconds. */
function quantities(text: string): number[] {
  return [...text.matchAll(QUANTITY)].flatMap(([, count = "", unit]) => {
    const one = UNITS[unit ?? ""] ?? 1;
    if (/\d/.test(count)) return [Number(count.replaceAll(",", "")) * one];
    return unit === undefined ? [] : [one];
  });
}

/** The numbers that stand behind a text in a file of the runtime. */
function numbersOf(file: string, before: string): number[] {
  const source = read(`runtime/${file}.ts`);
  const [, behind = ""] = source.split(before);
  const [list = ""] = /^[\d_]+(?: \* [\d_]+)*(?:, [\d_]+)*/.exec(behind) ?? [];
  assert.ok(list, `${file}: ${before}is not there`);
  const product = (text: string): number =>
    text
      .split(" * ")
      .reduce((all, one) => all * Number(one.replaceAll("_", "")), 1);
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
  test(`${option}: ${counts}`, () => {
    const row = PLACES.find(([start]) => counts.startsWith(start));
    assert.ok(row, "it is not known where the defaults stand");
    const [, ...places] = row;
    const inCode = places.flatMap(([file, ...all]) =>
      all.flatMap((before) => numbersOf(file, before)),
    );
    assert.equal(quantities(defaults), inCode);
  });

test("each place has its row", () => {
  assert.is(ROWS.length, PLACES.length);
});

test.run();
