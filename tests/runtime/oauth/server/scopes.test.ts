/** Scopes that messages need. */
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

const test = suite("oauth: scopes");

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
  ["any request", { method: "ping" }, "mcp"],
  ["a notification", { method: "notifications/x" }, "mcp"],
  ["a response", { id: 1, result: {} }, "mcp"],
  ["a tool", tool("x"), "mcp call tool"],
  ["a tool of its own", tool("drop"), "mcp call tool admin"],
  ["tools that begin alike", tool("file.read"), "mcp call tool files"],
  ["another case", tool("Drop"), "mcp call tool"],
  ["a name of all objects", tool("constructor"), "mcp call tool"],
  [
    "a list of tools",
    { method: "tools/list", params: { name: "drop" } },
    "mcp",
  ],
  ["no name", tool(undefined), "mcp call"],
  ["a name that is none", tool(["drop"]), "mcp call"],
  ["a method of all objects", { method: "constructor" }, "mcp c"],
  ["reading", uri("resources/read", "file:///a/x"), "mcp res a"],
  ["reading one", uri("resources/read", "file:///b"), "mcp res b"],
  ["reading what begins alike", uri("resources/read", "file:///bb"), "mcp res"],
  [
    "reading by way of another",
    uri("resources/read", "file:///c/../a/x"),
    "mcp res a",
  ],
  ["reading in capitals", uri("resources/read", "FILE:///a/x"), "mcp res a"],
  ["subscribing", uri("resources/subscribe", "file:///a/x"), "mcp res a"],
  ["leaving", uri("resources/unsubscribe", "file:///a/x"), "mcp res a"],
  [
    "listening",
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
  ["a prompt", { method: "prompts/get", params: { name: "p" } }, "mcp prompt"],
  [
    "completing a prompt",
    {
      method: "completion/complete",
      params: { ref: { type: "ref/prompt", name: "p" } },
    },
    "mcp prompt",
  ],
  [
    "completing a resource",
    {
      method: "completion/complete",
      params: { ref: { type: "ref/resource", uri: "note://{id}" } },
    },
    "mcp note",
  ],
  ["a list", ["x"], "mcp"],
  ["nothing", null, "mcp"],
  ["text", "tools/call", "mcp"],
];

for (const [name, message, wanted] of ROWS)
  test(`${name}: ${wanted}`, () => {
    assert.is(needs(message).join(" "), wanted);
  });

test("without a table nothing is needed", () => {
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
  test(`scopes of ${JSON.stringify(claims)}`, async () => {
    assert.equal((await principal(claims))?.scopes, scopes);
  });

requirement("0fee0ec55ed9");
test("a broad scope has narrower ones in it", async () => {
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

test("who a token is of", async () => {
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

test("an application tells itself who it is", async () => {
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
