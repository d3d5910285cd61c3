/** Scopes that messages require, and scopes that tokens grant. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { jwt } from "../../../../runtime/oauth/server/jwt.js";
import { scopesFor } from "../../../../runtime/oauth/server/scopes.js";
import {
  createClaims,
  ISSUER,
  createKeyPair,
  createRequest,
  RESOURCE,
  signToken,
} from "../../../harness/oauth/tokens.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("oauth server: scopes");

const needs = scopesFor({
  methods: {
    "*": ["mcp"],
    "tools/call": ["call"],
    "resources/*": ["res"],
    constructor: ["c"],
  },
  tools: { "*": ["tool"], drop: ["admin", "call"], "file.*": ["files"] },
  prompts: { p: ["prompt"] },
  resources: {
    "file:///a/*": ["a"],
    "file:///b": ["b"],
    "note://{id}": ["note"],
  },
});

const uri = (method: string, uri: unknown): object => ({
  method,
  params: { uri },
});
const tool = (name: unknown): object => ({
  method: "tools/call",
  params: { name },
});

const ROWS: readonly (readonly [string, unknown, string])[] = [
  ["a request", { method: "ping" }, "mcp"],
  ["a notification", { method: "notifications/x" }, "mcp"],
  ["a response", { id: 1, result: {} }, "mcp"],
  ["a call of a tool without its own scopes", tool("x"), "mcp call tool"],
  ["a call of a tool with its own scopes", tool("drop"), "mcp call tool admin"],
  [
    "a call of a tool that matches a prefix",
    tool("file.read"),
    "mcp call tool files",
  ],
  ["a call of a tool in another case", tool("Drop"), "mcp call tool"],
  ["a call of a tool named constructor", tool("constructor"), "mcp call tool"],
  [
    "a list request with the name of a tool",
    { method: "tools/list", params: { name: "drop" } },
    "mcp",
  ],
  ["a call without a name", tool(undefined), "mcp call"],
  ["a call whose name is an array", tool(["drop"]), "mcp call"],
  ["a method named constructor", { method: "constructor" }, "mcp c"],
  [
    "a read of a URI that matches a prefix",
    uri("resources/read", "file:///a/x"),
    "mcp res a",
  ],
  [
    "a read of a URI with its own scope",
    uri("resources/read", "file:///b"),
    "mcp res b",
  ],
  ["a read of a longer URI", uri("resources/read", "file:///bb"), "mcp res"],
  [
    "a read of a URI with dot segments",
    uri("resources/read", "file:///c/../a/x"),
    "mcp res a",
  ],
  [
    "a read of a URI with its scheme in capitals",
    uri("resources/read", "FILE:///a/x"),
    "mcp res a",
  ],
  [
    "a subscription to a URI",
    uri("resources/subscribe", "file:///a/x"),
    "mcp res a",
  ],
  [
    "the end of a subscription to a URI",
    uri("resources/unsubscribe", "file:///a/x"),
    "mcp res a",
  ],
  [
    "a subscriptions/listen request",
    {
      method: "subscriptions/listen",
      params: {
        notifications: {
          resourceSubscriptions: ["file:///a/x", "file:///b", 1],
        },
      },
    },
    "mcp a b",
  ],
  [
    "a request for a prompt",
    { method: "prompts/get", params: { name: "p" } },
    "mcp prompt",
  ],
  [
    "a completion of a prompt",
    {
      method: "completion/complete",
      params: { ref: { type: "ref/prompt", name: "p" } },
    },
    "mcp prompt",
  ],
  [
    "a completion of a resource",
    {
      method: "completion/complete",
      params: { ref: { type: "ref/resource", uri: "note://{id}" } },
    },
    "mcp note",
  ],
  ["an array", ["x"], "mcp"],
  ["null", null, "mcp"],
  ["a string", "tools/call", "mcp"],
];

for (const [name, message, wanted] of ROWS)
  test(`${name} requires the scopes ${wanted}`, () => {
    assert.is(needs(message).join(" "), wanted);
  });

test("scopesFor requires no scope without a table", () => {
  assert.equal(scopesFor({})(tool("x")), []);
});

const key = createKeyPair("ES256");
const principal = (claims: object, options: object = {}) => {
  const token = signToken(
    { alg: "ES256" },
    createClaims(claims),
    "ES256",
    key.secret,
  );
  const { verify } = jwt({
    issuer: ISSUER,
    audience: RESOURCE,
    jwks: { keys: [key.jwk] },
    ...options,
  });
  return verify(token, createRequest(`Bearer ${token}`));
};

const CLAIMS: readonly (readonly [object, readonly string[]])[] = [
  [{}, []],
  [{ scope: "a b" }, ["a", "b"]],
  [{ scope: "" }, []],
  [{ scope: " a  b " }, ["a", "b"]],
  [{ scope: ["a", "b", 1] }, ["a", "b"]],
  [{ scp: "a b" }, ["a", "b"]],
  [{ scp: ["a", "b"] }, ["a", "b"]],
  [{ scope: "a", scp: "b" }, ["a"]],
  [{ scope: 7 }, []],
  [{ scope: null, scp: null }, []],
  [{ roles: ["admin"] }, []],
];

for (const [claims, scopes] of CLAIMS)
  test(`a token with the claims ${JSON.stringify(claims)} grants the scopes ${JSON.stringify(scopes)}`, async () => {
    assert.equal((await principal(claims))?.scopes, scopes);
  });

requirement("0fee0ec55ed9");
test("the implies option grants implied scopes transitively", async () => {
  const implies = {
    files: ["files:read", "files:write"],
    "files:write": ["files:read", "log"],
    log: ["files"],
  };
  const who = await principal({ scope: "files constructor" }, { implies });
  const scopes = ["files", "constructor", "files:read", "files:write", "log"];
  assert.equal(who?.scopes, scopes);
  const narrow = await principal({ scope: "files:read" }, { implies });
  assert.equal(narrow?.scopes, ["files:read"]);
});

test("the principal has the subject of the token, or its client id without a user", async () => {
  const who = await principal({ azp: "app" });
  const { claims, ...rest } = who ?? { subject: "" };
  assert.equal(rest, { subject: "ann", scopes: [], clientId: "app" });
  assert.is((claims as { iss: string }).iss, ISSUER);
  const client = await principal({ sub: undefined, client_id: "app" });
  assert.is(client?.subject, "app");
  for (const sub of [undefined, "", 7, null])
    try {
      await principal({ sub });
      assert.unreachable(String(sub));
    } catch (error) {
      assert.is(
        (error as Error).message,
        "The token has no subject or is not accepted by this server",
      );
    }
});

test("the principal option replaces the principal", async () => {
  const own = ({ email }: { email?: unknown }) =>
    typeof email === "string" ? { subject: email, scopes: ["x"] } : undefined;
  const options = { principal: own, implies: { x: ["y"] } };
  const who = await principal({ email: "a@b.example" }, options);
  assert.equal(who, { subject: "a@b.example", scopes: ["x", "y"] });
  try {
    await principal({}, options);
    assert.unreachable();
  } catch (error) {
    assert.is((error as { status: number }).status, 401);
  }
});

test.run();
