/**
 * Starts an MCP server that requires access tokens, and an authorization server
 * that grants every request. Both run in the process of the test.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { load } from "../generated/load.js";
import type { AddressInfo } from "node:net";

export async function protectedServer() {
  const tokens = new Set<string>();
  const issuing = createServer((request, reply) => {
    const url = new URL(request.url ?? "/", issuer());
    const send = (value: object): void => {
      reply.writeHead(200, { "content-type": "application/json" });
      reply.end(JSON.stringify(value));
    };
    request.resume().on("end", () => {
      if (url.pathname === "/register") return send({ client_id: "c" });
      if (url.pathname === "/token") {
        const token = `token-${tokens.size + 1}`;
        tokens.add(token);
        return send({ access_token: token, token_type: "Bearer" });
      }
      if (url.pathname !== "/authorize")
        return send({
          issuer: issuer(),
          authorization_endpoint: `${issuer()}/authorize`,
          token_endpoint: `${issuer()}/token`,
          registration_endpoint: `${issuer()}/register`,
          code_challenge_methods_supported: ["S256"],
        });
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      back.searchParams.set("code", "code");
      reply.writeHead(302, { location: back.href });
      reply.end();
    });
  });
  const issuer = (): string =>
    `http://127.0.0.1:${(issuing.address() as AddressInfo).port}`;
  issuing.listen(0, "127.0.0.1");
  await once(issuing, "listening");
  const {
    createServer: create,
    listen,
    tools,
  } = await load("2025-11-25", "server");
  const server = create(
    { name: "notes", version: "1" },
    tools({ who: { handler: () => "you" } }),
  );
  const metadata = { resource: "", authorization_servers: [issuer()] };
  const verify = (token: string) =>
    tokens.has(token) ? { subject: "ann" } : undefined;
  const listening = await listen(server, { auth: { verify, metadata } });
  metadata.resource = listening.url;
  return {
    url: listening.url,
    issuer: issuer(),
    /** Returns the number of sign-ins so far. */
    signedIn: () => tokens.size,
    close: () => {
      issuing.close();
      void listening.close();
    },
  };
}
