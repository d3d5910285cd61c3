/**
 * Tests of the scopes that messages require, and of the scopes that tokens
 * grant.
 */
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

const request = (method: string, params: object): object => ({
  method,
  params,
});
const tool = (name: unknown) => request("tools/call", { name });
const read = (uri: string) => request("resources/read", { uri });

/** Messages by description, grouped by the scopes that they require. */
const MESSAGES: { [scopes: string]: { [title: string]: unknown } } = {
  mcp: {
    "a request": { method: "ping" },
    "a notification": { method: "notifications/x" },
    "a response": { id: 1, result: {} },
    "a list request with the name of a tool": request("tools/list", {
      name: "drop",
    }),
    "an array": ["x"],
    null: null,
    "a string": "tools/call",
  },
  "mcp call tool": {
    "a call of a tool without its own scopes": tool("x"),
    "a call of a tool in another case": tool("Drop"),
    "a call of a tool named constructor": tool("constructor"),
  },
  "mcp call tool admin": {
    "a call of a tool with its own scopes": tool("drop"),
  },
  "mcp call tool files": {
    "a call of a tool that matches a prefix": tool("file.read"),
  },
  "mcp call": {
    "a call without a name": tool(undefined),
    "a call whose name is an array": tool(["drop"]),
  },
  "mcp c": { "a method named constructor": { method: "constructor" } },
  "mcp res": { "a read of a longer URI": read("file:///bb") },
  "mcp res b": { "a read of a URI with its own scope": read("file:///b") },
  "mcp res a": {
    "a read of a URI that matches a prefix": read("file:///a/x"),
    "a read of a URI with dot segments": read("file:///c/../a/x"),
    "a read of a URI with its scheme in capitals": read("FILE:///a/x"),
    "a subscription to a URI": request("resources/subscribe", {
      uri: "file:///a/x",
    }),
    "the end of a subscription to a URI": request("resources/unsubscribe", {
      uri: "file:///a/x",
    }),
  },
  "mcp a b": {
    "a subscriptions/listen request": request("subscriptions/listen", {
      notifications: { resourceSubscriptions: ["file:///a/x", "file:///b", 1] },
    }),
  },
  "mcp prompt": {
    "a request for a prompt": request("prompts/get", { name: "p" }),
    "a completion of a prompt": request("completion/complete", {
      ref: { type: "ref/prompt", name: "p" },
    }),
  },
  "mcp note": {
    "a completion of a resource": request("completion/complete", {
      ref: { type: "ref/resource", uri: "note://{id}" },
    }),
  },
};

for (const [scopes, messages] of Object.entries(MESSAGES))
  for (const [title, message] of Object.entries(messages))
    test(`for ${title}, scopesFor requires the scopes ${scopes}`, () => {
      assert.is(needs(message).join(" "), scopes);
    });

test("scopesFor requires no scope if it is called without a table of scopes", () => {
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

test("the principal of a token without a user has the client id as its subject", async () => {
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

test("the principal option replaces the default principal", async () => {
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
