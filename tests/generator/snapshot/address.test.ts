/**
 * Tests of the server's address in a snapshot: values replace the variables
 * when the address is read. Stored addresses are validated.
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

test("`storeAddress` stores the path of a configuration file and the name of the server", () => {
  const given = { from: "a", env: { KEY: "v" }, timeout: 1 };
  assert.equal(storeAddress(given, "mcp.json", "src/w.ts"), {
    stored: { config: "mcp.json", server: "a", folder: ".." },
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
  // A given value takes precedence over the value in the environment.
  process.env["A"] = "shell";
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

test("the error of fillAddress names each variable without a value once", async () => {
  try {
    const headers = { X: "${UNSET_C}" };
    const from = "a ${A} ${UNSET_B} ${UNSET_B}";
    await fill({ from, headers }, { env: { A: "1" } });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, UserError);
    const { message } = error as UserError;
    assert.is(
      message,
      "MCP663: f.ts needs values of these variables: UNSET_B, UNSET_C.",
    );
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
