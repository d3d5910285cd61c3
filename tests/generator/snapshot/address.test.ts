/**
 * Tests of the server's address in a snapshot: variables replace secrets when
 * the address is stored, and values replace the variables when it is read.
 * Stored addresses are validated.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  createTransportFactory,
  type Connection,
  type ServerAddress,
} from "../../../generator/new/manifest/address.js";
import {
  fillAddress,
  isStoredAddress,
  setFolder,
  storeAddress,
  type SnapshotAddress,
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
  [{ from: "a https://b/?x=1,2" }, { from: "a https://b/?x=${X}" }, "X"],
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
    { from: "a --header Authorization:v -H X-Key:v --header Accept:v b:80" },
    {
      from: "a --header Authorization:${AUTHORIZATION} -H X-Key:${X_KEY} --header Accept:v b:80",
    },
    "AUTHORIZATION, X_KEY",
  ],
  [
    { from: `a --config '{"port":1,"apiKey" : "v"}' --b='{"port":"1"}'` },
    { from: 'a --config ${CONFIG} "--b={\\"port\\":\\"1\\"}"' },
    "CONFIG",
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
  [{ from: "sh -c 'export KEY=\"v w\"'" }, { from: "sh -c ${C}" }, "C"],
  [{ from: "sh -c 'a \"Auth: v w\"'" }, { from: "sh -c ${C}" }, "C"],
  [
    { from: "a --b <https://me:pw@c/>" },
    { from: "a --b <https://${CREDENTIALS}@c/>" },
    "CREDENTIALS",
  ],
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
 * Returns the address of a server for the stored address in the file `f.ts`.
 * The variables in `from` are replaced.
 */
async function fill(
  stored: SnapshotAddress,
  options: Omit<Connection, "timeout"> = {},
  { file = "f.ts", isOnly = true } = {},
): Promise<ServerAddress> {
  const given = { timeout: 1, ...options };
  const filled = await fillAddress(stored, file, given, isOnly);
  const { fill: replace = (text) => text, ...address } = filled;
  return { ...address, from: replace(address.from) };
}

test("`fillAddress` replaces each variable by its value", async () => {
  const stored = {
    from: "a ${A} ${B} $C {D}",
    headers: { X: "${A}", Y: "y" },
    env: { E: "${B}" },
    inheritEnv: true,
  } as const;
  assert.equal(await fill(stored, { env: { A: "$1", B: "" } }), {
    timeout: 1,
    folder: undefined,
    from: "a $1  $C {D}",
    headers: { X: "$1", Y: "y" },
    env: { E: "" },
    inheritEnv: true,
  });
});

/** Test cases: address, and options that the server does not use. */
const UNUSED: readonly (readonly [
  address: StoredAddress,
  options: Omit<Connection, "timeout">,
  name: string,
])[] = [
  [{ from: "node a.js" }, { headers: { "X-Key": "v" } }, "X-Key"],
  [{ from: "https://a/" }, { env: { A: "v" } }, "A"],
  [{ from: "https://a/" }, { inheritEnv: true }, "--inherit-env"],
  [{ config: "a.json", server: "a" }, { headers: { A: "v" } }, "A"],
  [{ config: "a.json", server: "a" }, { env: { A: "v" } }, "A"],
];
for (const [stored, options, name] of UNUSED)
  test(`a connection to ${JSON.stringify(stored)} rejects ${JSON.stringify(options)}`, async () => {
    const text = JSON.stringify({ mcpServers: { a: { command: "node" } } });
    const file = join(folderWith({ "a.json": text }), "f.ts");
    const address = await fill({ ...stored, folder: "." }, options, { file });
    const log = { openLog: () => () => {}, lock: () => {} };
    assert.throws(
      () => createTransportFactory(address, log),
      ({ message }: Error) =>
        message === `MCP627: The server does not use ${name}.`,
    );
  });

test("`fillAddress` adds the given options that the stored address does not set", async () => {
  const options = {
    headers: { "X-Key": "k", New: "n", Both: "given" },
    env: { A: "1", B: "2", BOTH: "given" },
    inheritEnv: true,
  };
  const url = {
    from: "https://${A}/",
    headers: { "x-key": "${X_KEY}", Both: "stored" },
  };
  assert.equal(await fill(url, options), {
    timeout: 1,
    folder: undefined,
    from: "https://1/",
    headers: { New: "n", "x-key": "k", Both: "stored" },
    env: { B: "2", BOTH: "given" },
    inheritEnv: true,
  });
  const command = { from: "a ${A}", env: { BOTH: "stored" } };
  const started = await fill(command, options);
  assert.equal(started.env, { B: "2", BOTH: "stored" });
});

test("with several servers, `fillAddress` uses the given options only for variables", async () => {
  const options = {
    headers: { "X-Key": "k", New: "n" },
    env: { A: "1", B: "2" },
    inheritEnv: true,
  };
  const stored = { from: "a ${A} ${X_KEY}" };
  const { from, headers, env, inheritEnv } = await fill(stored, options, {
    isOnly: false,
  });
  assert.is(from, "a 1 k");
  assert.equal([headers, env, inheritEnv], [{}, {}, undefined]);
});

test("the error of fillAddress names the first variable without a value", async () => {
  try {
    await fill({ from: "a ${A} ${UNSET_B}" }, { env: { A: "1" } });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, UserError);
    const { message } = error as UserError;
    assert.is(message, "MCP663: f.ts needs the value of the variable UNSET_B.");
  }
});

for (const isRelative of [false, true])
  test(`\`fillAddress\` resolves ${isRelative ? "a relative" : "an absolute"} path of a configuration file`, async () => {
    const server = { command: "node", args: ["a.js"] };
    const text = JSON.stringify({ mcpServers: { a: server, b: server } });
    const folder = folderWith({ "mcp.json": text });
    const config = isRelative ? "mcp.json" : join(folder, "mcp.json");
    const file = join(folder, "src", "f.ts");
    const stored = { config, server: "b", folder: ".." };
    const filled = await fill(stored, {}, { file });
    assert.equal([filled.from, filled.folder], ["b", folder]);
    const { command, args } = { args: [], command: "", ...filled.server };
    assert.equal({ command, args }, server);
  });

/**
 * Test cases: address, folder of its relative paths, file with the snapshot,
 * and the folder that the snapshot stores.
 */
const FOLDERS: readonly (readonly [
  address: StoredAddress,
  folder: string,
  file: string,
  stored: string | undefined,
])[] = [
  [{ from: "node a.js" }, "", "w.ts", "."],
  [{ from: "node a.js" }, "", "src/api/w.ts", "../.."],
  [{ from: "a.json" }, "..", "../src/w.ts", ".."],
  [{ config: "a.json", server: "a" }, "a", "w.ts", "a"],
  [{ from: "https://a/" }, "", "src/w.ts", undefined],
];
for (const [address, folder, file, stored] of FOLDERS)
  test(`\`setFolder\` stores ${stored} for ${JSON.stringify(address)} in ${file}`, async () => {
    const located = setFolder(address, folder, file);
    assert.equal(
      located,
      stored === undefined ? address : { ...address, folder: stored },
    );
  });

/** Test cases: JSON value, and whether the value is a stored address. */
const ADDRESSES: readonly (readonly [value: unknown, isAddress: boolean])[] = [
  [{ from: "a" }, true],
  [{ from: "a", headers: { X: "x" }, env: { A: "a" } }, true],
  [{ config: "mcp.json", server: "a" }, true],
  [{ from: "a", folder: "b" }, true],
  [{ from: "a", folder: 1 }, false],
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
