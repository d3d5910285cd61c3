/**
 * Tests of the server's address in a snapshot: variables replace secrets when
 * the address is stored, and values replace the variables when it is read.
 * Stored addresses are validated.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  splitCommand,
  type ServerAddress,
} from "../../../generator/new/manifest/address.js";
import {
  fillAddress,
  isStoredAddress,
  storeAddress,
  type StoredAddress,
} from "../../../generator/snapshot/address.js";
import { UserError } from "../../../generator/support/errors.js";
import { folderWith } from "../../harness/program/folders.js";

const test = suite("snapshot: address");

const RANDOM = "sk-4fQ81xYz9LmN2pRs";

/**
 * Test cases: address of a server, address that a snapshot stores, and
 * variables that the warning names.
 */
const STORED: readonly (readonly [
  given: Omit<ServerAddress, "timeout">,
  stored: StoredAddress,
  variables: string,
])[] = [
  [{ from: "node a.js" }, { from: "node a.js" }, ""],
  [
    { from: "node a.js", inheritEnv: true },
    { from: "node a.js", inheritEnv: true },
    "",
  ],
  [
    { from: "a", env: { "my.Key": "v:w", B: "" } },
    { from: "a", env: { "my.Key": "${my_Key}", B: "${B}" } },
    "my_Key, B",
  ],
  [
    { from: "https://a/", headers: { "X-Key": "v=w" } },
    { from: "https://a/", headers: { "X-Key": "${X_KEY}" } },
    "X_KEY",
  ],
  [
    { from: "HTTPS://me:pw@a/b@c?x=1&y.z=2#d=3" },
    { from: "HTTPS://${CREDENTIALS}@a/b@c?x=${X}&y.z=${Y_Z}#d=${D}" },
    "CREDENTIALS, X, Y_Z, D",
  ],
  [
    { from: "a --password 'v w' --auth=v -k v --token --port 1" },
    { from: "a --password ${PASSWORD} --auth=${AUTH} -k v --token --port 1" },
    "PASSWORD, AUTH",
  ],
  [
    { from: 'a "Credential: v" "Port: 1" token v https://b/?secret=v&page=1' },
    {
      from: 'a "Credential: ${CREDENTIAL}" "Port: 1" token v https://b/?secret=${SECRET}&page=${PAGE}',
    },
    "CREDENTIAL, SECRET, PAGE",
  ],
  [
    { from: "a https://me:pw@b/ 'http://me@c/' https://e/@f" },
    {
      from: "a https://${CREDENTIALS}@b/ http://${CREDENTIALS_2}@c/ https://e/@f",
    },
    "CREDENTIALS, CREDENTIALS_2",
  ],
  [
    { from: "a postgresql://me:pw@b/c redis://:pw@d git+ssh://git@e/f" },
    {
      from: "a postgresql://${CREDENTIALS}@b/c redis://${CREDENTIALS_2}@d git+ssh://git@e/f",
    },
    "CREDENTIALS, CREDENTIALS_2",
  ],
  [
    { from: "https://me:p@w@a/" },
    { from: "https://${CREDENTIALS}@a/" },
    "CREDENTIALS",
  ],
  [
    { from: 'a --key "v \\" w" --token=v\\ w --auth "v' },
    { from: "a --key ${KEY} --token=${TOKEN} --auth ${AUTH}" },
    "KEY, TOKEN, AUTH",
  ],
  [
    {
      from: "a --header Authorization:v -H X-Key:v --header Accept:v b-key:80",
    },
    {
      from: "a --header Authorization:${AUTHORIZATION} -H X-Key:${X_KEY} --header Accept:v b-key:80",
    },
    "AUTHORIZATION, X_KEY",
  ],
  [
    { from: `a --config '{"apiKey":"v", "token": "v", "port": "1"}'` },
    {
      from: 'a --config "{\\"apiKey\\":\\"${APIKEY}\\", \\"token\\": \\"${TOKEN}\\", \\"port\\": \\"1\\"}"',
    },
    "APIKEY, TOKEN",
  ],
  [{ from: "a ${A} ${B}" }, { from: "a ${A} ${B}" }, "A, B"],
  [
    { from: "a KEY=v KEY=w KEY=v" },
    { from: "a KEY=${KEY} KEY=${KEY_2} KEY=${KEY}" },
    "KEY, KEY_2",
  ],
  [
    { from: "a --api-key v", env: { API_KEY: "w" } },
    { from: "a --api-key ${API_KEY_2}", env: { API_KEY: "${API_KEY}" } },
    "API_KEY, API_KEY_2",
  ],
  [
    { from: "a -u me:pw --user=me:pw -u 1000:1000" },
    { from: "a -u ${U} --user=${SERVER_USER} -u 1000:1000" },
    "U, SERVER_USER",
  ],
  [
    { from: 'a --pat v --path w --token -v "API_KEY"=v --my.api.key v' },
    {
      from: "a --pat ${PAT} --path w --token ${TOKEN} API_KEY=${API_KEY} --my.api.key ${MY_API_KEY}",
    },
    "PAT, TOKEN, API_KEY, MY_API_KEY",
  ],
  [
    { from: "https://a/b?v#token=w" },
    { from: "https://a/b?${QUERY}#token=${TOKEN}" },
    "QUERY, TOKEN",
  ],
  [
    { from: `https://a/?${RANDOM}=&b=1` },
    { from: "https://a/?${QUERY}&b=${B}" },
    "QUERY, B",
  ],
  [
    { from: "https://a/?path=v&home=w", headers: { User: "v" } },
    {
      from: "https://a/?path=${SERVER_PATH}&home=${SERVER_HOME}",
      headers: { User: "${USER}" },
    },
    "USER, SERVER_PATH, SERVER_HOME",
  ],
  [
    { from: `https://a/s/${RANDOM}/mcp` },
    { from: "https://a/s/${SECRET}/mcp" },
    "SECRET",
  ],
  [
    {
      from: `a ${RANDOM} -k ${RANDOM}2 --x=123e4567-e89b-12d3-a456-42661417400`,
    },
    { from: "a ${SECRET} -k ${K} --x=${X}" },
    "SECRET, K, X",
  ],
  [
    { from: "a ./0123456789abcdef01 0123456789abcdef.js m-3-5-20241022 @b/c" },
    { from: "a ./0123456789abcdef01 0123456789abcdef.js m-3-5-20241022 @b/c" },
    "",
  ],
  [
    { from: "sh -c 'KEY=v a --token w' -c 'a --port 1'" },
    { from: 'sh -c KEY=${KEY} -c "a --port 1"' },
    "KEY",
  ],
  [{ from: "sh -c 'a --token w'" }, { from: "sh -c ${C}" }, "C"],
  [
    { from: 'env A_KEY=v docker run -e B_KEY=v -e "C_KEY=v w" --env=D_KEY=v' },
    {
      from: "env A_KEY=${A_KEY} docker run -e B_KEY=${B_KEY} -e C_KEY=${C_KEY} --env=D_KEY=${D_KEY}",
    },
    "A_KEY, B_KEY, C_KEY, D_KEY",
  ],
];
for (const [given, stored, variables] of STORED)
  test(`\`storeAddress\` replaces the secrets of ${JSON.stringify(given)}`, () => {
    const found = storeAddress({ ...given, timeout: 1 }, undefined);
    const { warnings } = found;
    assert.equal(JSON.parse(JSON.stringify(found.stored)), stored);
    assert.equal(
      warnings.map(({ code, message }) => [code, message]),
      variables
        ? [
            [
              "MCP664",
              `The file contains variables instead of values: ${variables}.`,
            ],
          ]
        : [],
    );
  });

test("`storeAddress` stores the path of a configuration file and the name of the server", () => {
  const given = { from: "a", env: { KEY: "v" }, timeout: 1 };
  assert.equal(storeAddress(given, "mcp.json"), {
    stored: { config: "mcp.json", server: "a" },
    warnings: [],
  });
});

/**
 * Replaces the variables in the stored address of the file `f.ts` by the given
 * values.
 */
function fill(
  stored: StoredAddress,
  variables: Readonly<Record<string, string>> = {},
  folder?: string,
) {
  return fillAddress(stored, { variables, timeout: 1, folder }, "f.ts");
}

test("`fillAddress` replaces each variable by its value", async () => {
  const stored = {
    from: "a ${A} ${B} $C {D}",
    headers: { X: "${A}", Y: "y" },
    env: { E: "${B}" },
    inheritEnv: true,
  } as const;
  assert.equal(await fill(stored, { A: '1"', B: "" }), {
    timeout: 1,
    folder: undefined,
    from: 'a "1\\"" "" $C {D}',
    headers: { X: '1"', Y: "y" },
    env: { E: "" },
    inheritEnv: true,
  });
});

/** Test cases: stored address, and options that the server does not use. */
const UNUSED: readonly (readonly [
  stored: StoredAddress,
  added: Pick<ServerAddress, "headers" | "env">,
  name: string,
])[] = [
  [{ from: "node a.js" }, { headers: { "X-Key": "v" } }, "X-Key"],
  [{ from: "a.json" }, { headers: { A: "v" } }, "A"],
  [{ from: "https://a/" }, { env: { A: "v" } }, "A"],
  [{ config: "a.mcpb", server: "a" }, { headers: { A: "v" } }, "A"],
  [{ config: "a.json", server: "a" }, { env: { A: "v" } }, "A"],
];
for (const [stored, added, name] of UNUSED)
  test(`\`fillAddress\` rejects ${JSON.stringify(added)} for ${JSON.stringify(stored)}`, async () => {
    const options = { variables: { [name]: "v" }, added, timeout: 1 };
    try {
      await fillAddress(stored, options, "f.ts");
      assert.unreachable();
    } catch (error) {
      const { message } = error as Error;
      const text = `f.ts: the server does not use ${name} of --header or --env.`;
      assert.is(message, `MCP666: ${text}`);
    }
  });

test("`fillAddress` adds the given options that the stored address does not set", async () => {
  const variables = { A: "1", X_KEY: "k" };
  const added = {
    headers: { "X-Key": "k", New: "n", Both: "given" },
    env: { A: "1", B: "2", BOTH: "given" },
    inheritEnv: true,
  };
  const { env, ...rest } = added;
  const url = {
    from: "https://${A}/",
    headers: { "x-key": "${X_KEY}", Both: "stored" },
  };
  const options = { variables, timeout: 1 };
  const filled = await fillAddress(url, { ...options, added: rest }, "f.ts");
  assert.equal(filled, {
    timeout: 1,
    from: "https://1/",
    headers: { "X-Key": "k", New: "n", "x-key": "k", Both: "stored" },
    env: {},
    inheritEnv: true,
  });
  const command = { from: "a ${A}", env: { BOTH: "stored" } };
  const started = await fillAddress(
    command,
    { ...options, added: { env } },
    "f.ts",
  );
  assert.equal(started.env, { A: "1", B: "2", BOTH: "stored" });
});

test("`fillAddress` keeps each word of a command, whatever the values contain", async () => {
  const from = "a ${A} --b=${A} 'c ${A}' \"d ${A}\"";
  for (const A of ["v", "v w", "it's", 'v"w', "\\v\\", "$v `w`", "", "v\nw"]) {
    const filled = await fill({ from }, { A });
    const words = ["a", A, `--b=${A}`, `c ${A}`, `d ${A}`];
    assert.equal(splitCommand(filled.from), words);
  }
});

test("`fillAddress` does not quote the path of a tools file", async () => {
  const filled = await fill({ from: "${A}/b.json" }, { A: "v w" });
  assert.is(filled.from, "v w/b.json");
});

test("`fillAddress` adds no environment variables to the address of a URL", async () => {
  const stored = { from: "https://a.example/?key=${KEY}" };
  const env = { KEY: "k" };
  const options = { variables: env, added: { env }, timeout: 1 };
  const filled = await fillAddress(stored, options, "f.ts");
  assert.is(filled.from, "https://a.example/?key=k");
  assert.equal(filled.env ?? {}, {});
});

test("the error of fillAddress names the first variable without a value", async () => {
  try {
    await fill({ from: "a ${A} ${B}" }, { A: "1" });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, UserError);
    const { message } = error as UserError;
    assert.is(message, "MCP663: f.ts needs the value of the variable B.");
  }
});

for (const isRelative of [false, true])
  test(`\`fillAddress\` resolves ${isRelative ? "a relative" : "an absolute"} path of a configuration file`, async () => {
    const server = { command: "node", args: ["a.js"] };
    const text = JSON.stringify({ mcpServers: { a: server, b: server } });
    const folder = folderWith({ "mcp.json": text });
    const config = isRelative ? "mcp.json" : join(folder, "mcp.json");
    const filled = await fill({ config, server: "b" }, {}, folder);
    assert.is(filled.from, "b");
    const { command, args } = { args: [], command: "", ...filled.server };
    assert.equal({ command, args }, server);
  });

/** Test cases: JSON value, and whether the value is a stored address. */
const ADDRESSES: readonly (readonly [value: unknown, isAddress: boolean])[] = [
  [{ from: "a" }, true],
  [{ from: "a", headers: { X: "x" }, env: { A: "a" } }, true],
  [{ config: "mcp.json", server: "a" }, true],
  [null, false],
  [[], false],
  ["a", false],
  [{}, false],
  [{ from: 1 }, false],
  [{ config: "mcp.json" }, false],
  [{ server: "a" }, false],
  [{ from: "a", headers: { X: "x", Y: 1 } }, false],
  [{ from: "a", headers: null }, false],
  [{ from: "a", env: { A: 1 } }, false],
  [{ from: "a", env: "A" }, false],
];
for (const [value, isAddress] of ADDRESSES)
  test(`\`isStoredAddress\` returns ${isAddress} for ${JSON.stringify(value)}`, () => {
    assert.is(isStoredAddress(value), isAddress);
  });

test.run();
