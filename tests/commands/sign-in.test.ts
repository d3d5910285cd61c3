/** Tests of commands that connect to a server that requires OAuth. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { main } from "../../generator/cli/main.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { protectedServer } from "../harness/oauth/protected-server.js";

const test = suite("commands: sign-in");

/**
 * Runs `types` for a server. If the command prints the URL of a sign-in page,
 * opens the page as a user would.
 */
async function runTypes(
  url: string,
  { terminal, headers = [] }: { terminal: boolean; headers?: string[] },
): Promise<{ readonly code: number; readonly stderr: string }> {
  const out = `${temporaryFolder()}/notes.ts`;
  let stderr = "";
  const code = await main(["types", "--from", url, "--out", out, ...headers], {
    out: () => {},
    err: (text) => {
      stderr += text;
      const [page] = /http\S+\/authorize\S*/.exec(text) ?? [];
      if (page !== undefined) void fetch(page);
    },
    interactive: false,
    colour: false,
    outColour: false,
    ask: terminal ? async () => "" : undefined,
    signal: new AbortController().signal,
  });
  return { code, stderr };
}

test("the command `types` signs in to a server that requires OAuth", async () => {
  const server = await protectedServer();
  const { code, stderr } = await runTypes(server.url, { terminal: true });
  server.close();
  assert.is(code, 0, stderr);
  assert.match(stderr, `requires a sign-in at ${server.issuer}`);
  assert.is(server.signedIn(), 1);
});

const refused = {
  "without a terminal": { terminal: false },
  "with a token in --header": {
    terminal: true,
    headers: ["--header", "authorization: Bearer wrong"],
  },
};
for (const [name, run] of Object.entries(refused))
  test(`the command \`types\` ${name} does not sign in to a server that requires OAuth`, async () => {
    const server = await protectedServer();
    const { code, stderr } = await runTypes(server.url, run);
    server.close();
    assert.is(code, 2);
    assert.match(stderr, /MCP621: .*requires authentication/);
    assert.is(server.signedIn(), 0);
  });

test.run();
