/** Tests of protected servers with tokens issued by `oidc-provider`. */
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../../../harness/generated/load.js";
import type { Client as OwnClient } from "../../../harness/generated/modules.js";
import { closing } from "../../../harness/run/closing.js";
import { sample } from "../../../harness/run/sampling.js";
import {
  startAuthorizationServer,
  needs,
  startProtectedServer,
} from "../../../harness/oauth/provider.js";

const test = suite("oauth server: oidc-provider");
const atEnd = closing(test);

const ACCOUNT = { id: "mcp client", secret: "s:e c+r%et" };
/**
 * Credentials that contain no characters to encode. The SDK does not encode
 * credentials, although RFC 6749, 2.3.1 requires it.
 */
const PLAIN = { id: "sdk", secret: "plain-secret" };
const SERVER = { id: "mcp server", secret: "another secret" };

/**
 * Starts an issuer that supports the client credentials grant. Returns its URL.
 */
const authorization = (format: "jwt" | "opaque"): Promise<string> =>
  startAuthorizationServer(atEnd, {
    format,
    features: { clientCredentials: { enabled: true } },
    configuration: {
      clients: [ACCOUNT, PLAIN, SERVER].map(({ id, secret }) => ({
        client_id: id,
        client_secret: secret,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      })),
    },
  });

const protectedServer = (
  revision: string,
  authOf: Parameters<typeof startProtectedServer>[2],
) => startProtectedServer(atEnd, revision, authOf);

for (const [revision] of sample(
  [["2025-06-18"], ["2025-11-25"], ["2026-07-28"]] as const,
  1,
  3,
))
  test(`${revision}: a client of SDK v2 requests a further scope when a tool needs this scope`, async () => {
    const issuer = await authorization("jwt");
    const { url, errors } = await protectedServer(revision, (names, audience) =>
      names.jwt({ issuer, audience, scopes: ["read"], needs: needs(names) }),
    );
    const authProvider = new ClientCredentialsProvider({
      clientId: PLAIN.id,
      clientSecret: PLAIN.secret,
      expectedIssuer: issuer,
    });
    const isModern = revision >= "2026";
    const mode = isModern ? { pin: revision } : "legacy";
    const client = new Client({ name: "sdk", version: "1" }, {
      versionNegotiation: { mode },
    } as never);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { authProvider }),
    );
    for (const name of ["who", "drop", "who"]) {
      const { content } = await client.callTool({ name, arguments: {} });
      assert.equal(content, [{ type: "text", text: PLAIN.id }]);
    }
    await client.close();
    assert.equal(errors, []);
  });

interface ClientNames {
  createClient(info: object): OwnClient;
  oauth(options: object): unknown;
  clientCredentials(): unknown;
}

async function ownClient(url: string): Promise<OwnClient> {
  const module = await load("2025-11-25", "client");
  const names = module as unknown as ClientNames;
  const client = names.createClient({ name: "own", version: "1" });
  const authorize = names.oauth({
    grant: names.clientCredentials(),
    servers: [url],
    credentials: ACCOUNT,
  });
  await client.connect(module.http(url, { authorize }));
  atEnd(() => client.close());
  return client;
}

test("an introspected opaque token is refused after its revocation", async () => {
  const issuer = await authorization("opaque");
  const { url, errors } = await protectedServer(
    "2025-11-25",
    (names, audience) =>
      names.introspection({
        issuer,
        audience,
        endpoint: `${issuer}/token/introspection`,
        client: SERVER,
        cache: 0,
        scopes: ["read"],
        needs: needs(names),
      }),
  );
  const client = await ownClient(url);
  const { content } = await client.callTool({ name: "drop" });
  assert.equal(content, [{ type: "text", text: ACCOUNT.id }]);
  const encoded = [ACCOUNT.id, ACCOUNT.secret].map(encodeURIComponent);
  const basic = `Basic ${btoa(encoded.join(":"))}`;
  const ask = (path: string, form: { [name: string]: string }) =>
    fetch(`${issuer}/${path}`, {
      method: "POST",
      headers: { authorization: basic },
      body: new URLSearchParams(form),
    });
  const grant = { grant_type: "client_credentials", scope: "read" };
  const given = await ask("token", { ...grant, resource: url });
  const { access_token: token } = (await given.json()) as {
    access_token: string;
  };
  assert.is(token.split(".").length, 1);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const status = async (shown: string): Promise<number> => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${shown}`,
    };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  // Status 400 shows that the server accepts the token: it refuses the request
  // only because the session id is missing.
  assert.is(await status(token), 400);
  const elsewhere = await ask("token", {
    ...grant,
    resource: "https://other.example/mcp",
  });
  const other = (await elsewhere.json()) as { access_token: string };
  assert.is(await status(other.access_token), 401);
  assert.is(await status("made up"), 401);
  await ask("token/revocation", { token });
  assert.is(await status(token), 401);
  assert.equal(errors, []);
});

test.run();
