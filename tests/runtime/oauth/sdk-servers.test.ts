/**
 * Tests of the generated client with protected servers of the official SDK, v1
 * and v2.
 */
import express from "express";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { DemoInMemoryAuthProvider } from "@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js";
import { requireBearerAuth as oldBearer } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import {
  createMcpHandler,
  fromJsonSchema,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  oauthMetadataResponse,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
  requireScopes,
  type OAuthMetadata,
} from "@modelcontextprotocol/server";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { load } from "../../harness/generated/load.js";
import type { Client } from "../../harness/generated/modules.js";
import { closing } from "../../harness/run/closing.js";
import { sample } from "../../harness/run/sampling.js";
import {
  startAuthorizationServer,
  Browser,
  startWebServer,
} from "../../harness/oauth/provider.js";
import type { OAuthOptions } from "../../../runtime/oauth/client/options.js";

const test = suite("oauth client: servers of the official SDK");
const atEnd = closing(test);

const inputSchema = { type: "object" as const };

/**
 * Starts a protected SDK v2 server. The tool `drop` needs a scope that the
 * other tools do not need.
 */
async function startSdkV2(issuer: string): Promise<string> {
  const origin = await startWebServer(atEnd, async (at) => {
    const resource = new URL(`${at}/mcp`);
    const metadata = await fetch(
      `${issuer}/.well-known/openid-configuration`,
    ).then((answer) => answer.json() as Promise<OAuthMetadata>);
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
    const gate = requireBearerAuth({
      requiredScopes: ["read"],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
      expectedResource: resource,
      verifier: {
        async verifyAccessToken(token) {
          const audience = resource.href;
          const { payload } = await jwtVerify(token, keys, {
            issuer,
            audience,
          }).catch((error: unknown) => {
            const { message } = error as Error;
            throw new OAuthError(OAuthErrorCode.InvalidToken, message);
          });
          return {
            token,
            clientId: String(payload["client_id"]),
            scopes: String(payload["scope"]).split(" "),
            expiresAt: payload.exp ?? 0,
            resource,
            extra: { sub: payload.sub },
          };
        },
      },
    });
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: "sdk", version: "2" });
      for (const name of ["who", "drop"])
        server.registerTool(
          name,
          {
            inputSchema: fromJsonSchema(inputSchema),
            ...(name === "drop" && {
              scopeChallenge: requireScopes("read", "write"),
            }),
          },
          (_args, { http }) => {
            const text = String(http?.authInfo?.extra?.["sub"]);
            return { content: [{ type: "text", text }] };
          },
        );
      return server;
    });
    const answer = async (request: Request): Promise<Response> => {
      const known = oauthMetadataResponse(request, {
        oauthMetadata: metadata,
        resourceServerUrl: resource,
        scopesSupported: ["read"],
      });
      if (known) return known;
      const auth = await gate(request);
      if (auth instanceof Response) return auth;
      return handler.fetch(request, { authInfo: auth });
    };
    const node = toNodeHandler({ fetch: answer });
    return (request, reply) => void node(request as never, reply);
  });
  return `${origin}/mcp`;
}

/** Connects a client whose user signs in with a simulated browser. */
async function connectClient(
  revision: string,
  url: string,
  { open }: Browser,
): Promise<Client> {
  const module = await load(revision, "client");
  const { createClient, oauth } = module as unknown as {
    createClient(info: object): Client;
    oauth(options: OAuthOptions): unknown;
  };
  const client = createClient({ name: "own", version: "1" });
  await client.connect(module.http(url, { authorize: oauth({ open }) }));
  atEnd(() => client.close());
  return client;
}

const call = async (client: Client, name: string): Promise<unknown> =>
  (await client.callTool({ name })).content[0]?.text;

for (const [revision] of sample([["2025-11-25"], ["2026-07-28"]] as const, 1))
  test(`${revision}: the client signs in at a server of SDK v2`, async () => {
    const issuer = await startAuthorizationServer(atEnd, {
      features: {
        devInteractions: { enabled: true },
        registration: { enabled: true },
      },
    });
    const url = await startSdkV2(issuer);
    const browser = new Browser();
    const client = await connectClient(revision, url, browser);
    assert.is(await call(client, "who"), "ann");
    assert.is(await call(client, "drop"), "ann");
    assert.equal(
      browser.pages.map((page) => page.searchParams.get("scope")),
      ["read", "read write"],
    );
  });

/**
 * Test cases: the metadata that a server of SDK v1 serves, and a path prefix.
 * Requests for paths with this prefix get status 404.
 */
const HIDDEN = [
  ["all metadata", "never"],
  ["no resource metadata", "/.well-known/oauth-protected-resource"],
  ["no metadata", "/.well-known/"],
] as const;

for (const [metadata, hidden] of HIDDEN)
  test(`the client signs in at a server of SDK v1 that serves ${metadata}`, async () => {
    const provider = new DemoInMemoryAuthProvider();
    const shows = hidden === "never";
    const origin = await startWebServer(atEnd, (at) => {
      const app = express();
      app.use((request, reply, next) =>
        request.path.startsWith(hidden) ? void reply.status(404).end() : next(),
      );
      const issuerUrl = new URL(at);
      const resourceServerUrl = new URL(`${at}/mcp`);
      const limits = { rateLimit: false } as const;
      app.use(
        mcpAuthRouter({
          provider,
          issuerUrl,
          resourceServerUrl,
          scopesSupported: ["mcp:tools"],
          authorizationOptions: limits,
          tokenOptions: limits,
          clientRegistrationOptions: limits,
        }),
      );
      const address = getOAuthProtectedResourceMetadataUrl(resourceServerUrl);
      app.use(
        oldBearer({
          verifier: provider,
          ...(shows && { resourceMetadataUrl: address }),
        }),
      );
      app.all("/mcp", async (request, reply) => {
        const server = new Server(
          { name: "sdk", version: "1" },
          { capabilities: { tools: {} } },
        );
        server.setRequestHandler(ListToolsRequestSchema, () => ({
          tools: [{ name: "who", inputSchema }],
        }));
        server.setRequestHandler(CallToolRequestSchema, (_asked, extra) => {
          const text = String(extra.authInfo?.resource);
          return { content: [{ type: "text", text }] };
        });
        const transport = new StreamableHTTPServerTransport({});
        await server.connect(transport as Transport);
        await transport.handleRequest(request, reply);
      });
      return app;
    });
    const browser = new Browser();
    const client = await connectClient("2025-03-26", `${origin}/mcp`, browser);
    // The tool `who` returns the resource of the token, which is the URL of the
    // server.
    assert.is(await call(client, "who"), `${origin}/mcp`);
    const scope = browser.pages[0]?.searchParams.get("scope");
    assert.is(scope, shows ? "mcp:tools" : null);
    assert.is(browser.pages.length, 1);
  });

test.run();
