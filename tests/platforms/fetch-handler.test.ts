/**
 * Tests `fetchHandler` on each supported platform with the generated client.
 */
import { createHash } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../harness/generated/load.js";
import {
  ISSUER_KEYS,
  PLATFORMS,
  prepare,
  withServer,
} from "../harness/http/platforms.js";
import {
  createClaims,
  now,
  createKeyPair,
  RESOURCE,
  signToken,
} from "../harness/oauth/tokens.js";
import { HEADERS, single } from "../harness/http/site.js";
import { defer } from "../harness/run/deferred.js";

const SESSIONS = "2025-11-25";
const STATELESS = "2026-07-28";

const sample = () => ({
  role: "assistant",
  model: "m",
  content: { type: "text", text: "Because." },
});

const [message, headers] = single(
  "tools/call",
  { name: "wait" },
  {},
  STATELESS,
);
/** Calls a tool that never returns. */
const WAIT: RequestInit = {
  method: "POST",
  headers: { ...HEADERS, ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", ...message }),
};
const INFO = { name: "c", version: "1" };

await prepare([SESSIONS, STATELESS]);

for (const [name, platform] of Object.entries(PLATFORMS)) {
  const test = suite(`fetchHandler: ${name}`);

  for (const [how, revision, query] of [
    ["with sessions", SESSIONS, "?sessions"],
    ["without sessions", STATELESS, ""],
  ] as const)
    test(`\`fetchHandler\` on ${name} sends responses, notifications and sampling requests ${how}`, async () => {
      const { createClient, http } = await load(revision, "client");
      const problems = await withServer(platform, async (url) => {
        const change = defer();
        const client = createClient(INFO, {
          "sampling/createMessage": sample,
          "notifications/tools/list_changed": change.resolve,
        });
        await client.connect(http(`${url}${query}`));
        const ask = async (): Promise<number[]> => {
          const seen: number[] = [];
          const onProgress = ({ progress }: { progress: number }) =>
            seen.push(progress);
          const asked = { name: "ask" };
          const { content } = await client.callTool(asked, { onProgress });
          assert.is(content[0]?.text, "Because.");
          return seen;
        };
        for (let round = 0; round < 3; round += 1)
          for (const seen of await Promise.all([ask(), ask()]))
            assert.is(seen.at(-1), 2);
        if (query !== "") await change.promise;
        await client.close();
      });
      assert.is(problems, "");
    });

  test(`\`fetchHandler\` on ${name} sends keep-alive comments on every idle response stream`, async () => {
    const problems = await withServer(platform, async (url) => {
      const quiet = async (): Promise<void> => {
        const response = await fetch(url, WAIT);
        const reader = response.body?.getReader();
        let text = "";
        while (!text.includes(":\n\n:\n\n")) {
          text += new TextDecoder().decode((await reader?.read())?.value);
        }
        await reader?.cancel();
      };
      await quiet();
      await Promise.all([quiet(), quiet()]);
    });
    assert.is(problems, "");
  });

  test(`\`fetchHandler\` on ${name} validates tokens and DPoP proofs`, async () => {
    const problems = await withServer(platform, async (url) => {
      const [list, named] = single("tools/list", {}, {}, STATELESS);
      const ask = (shown: { [name: string]: string }): Promise<Response> =>
        fetch(`${url}?guarded`, {
          method: "POST",
          headers: { ...HEADERS, ...named, ...shown },
          body: JSON.stringify({ jsonrpc: "2.0", ...list }),
        });
      assert.is((await ask({})).status, 401);
      for (const [alg, { secret, jwk }] of Object.entries(ISSUER_KEYS)) {
        const header = { alg, kid: jwk["kid"] };
        const token = signToken(header, createClaims(), alg, secret);
        const taken = await ask({ authorization: `Bearer ${token}` });
        assert.is(taken.status, 200, alg);
        const forged = `${token.slice(0, -8)}AAAAAAAA`;
        const refused = await ask({ authorization: `Bearer ${forged}` });
        assert.is(refused.status, 401, alg);
      }
      const { ES256: issuer = createKeyPair("ES256") } = ISSUER_KEYS;
      const own = createKeyPair("ES256");
      const jkt = await calculateJwkThumbprint(own.jwk);
      const bound = signToken(
        { alg: "ES256", kid: "ES256" },
        createClaims({ cnf: { jkt } }),
        "ES256",
        issuer.secret,
      );
      const ath = createHash("sha256").update(bound).digest("base64url");
      const proven = (nonce: string | null, jti: string) => ({
        authorization: `DPoP ${bound}`,
        dpop: signToken(
          { typ: "dpop+jwt", alg: "ES256", jwk: own.jwk },
          { htm: "POST", htu: RESOURCE, iat: now(), ath, nonce, jti },
          "ES256",
          own.secret,
        ),
      });
      const asked = await ask(proven(null, "1"));
      assert.match(
        asked.headers.get("www-authenticate") ?? "",
        "use_dpop_nonce",
      );
      const nonce = asked.headers.get("dpop-nonce");
      assert.is((await ask(proven(nonce, "2"))).status, 200);
      assert.is((await ask(proven(nonce, "2"))).status, 401);
    });
    assert.is(problems, "");
  });

  test.run();
}
