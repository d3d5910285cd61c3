/** Tests of the roots that a generated client offers to servers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../harness/generated/load.js";
import {
  closePairs,
  pair,
  turn,
  WITH_HANDSHAKE,
} from "../harness/generated/pair.js";
import { requirement } from "../harness/run/requirement.js";
import { assertThrows } from "../harness/run/throws.js";

const test = suite("client: roots");
test.after.each(closePairs);
const { roots } = await load("2025-06-18", "client");
const A = { uri: "file:///a" };
const B = { uri: "file:///b" };

for (const revision of WITH_HANDSHAKE) {
  requirement("a1b48426f9f4 cca5a01f1f4b");
  test(`${revision}: a client declares its roots, lists them and notifies the server of changes`, async () => {
    const { roots } = await load(revision, "client");
    const folders = roots(["file:///a", { uri: "file:///b", name: "B" }]);
    const { listRoots, declared, heard } = await pair(revision, { ...folders });
    assert.equal(await declared(), { roots: { listChanged: true } });
    const both = [A, { ...B, name: "B" }];
    assert.equal(await listRoots(), { roots: both });
    folders.set(["file:///b"]);
    await turn();
    assert.equal(heard, ["changed"]);
    assert.equal(await listRoots(), { roots: [B] });
  });
}

requirement("e770b1af73c2");
test("a client watches its roots from its first connection until its last connection ends", async () => {
  const said: string[] = [];
  let changed = (): void => {};
  let list = ["file:///a"];
  const folders = roots({
    list: () => list,
    watch: (tell: () => void) => {
      said.push("watched");
      changed = tell;
      return () => said.push("left");
    },
  });
  assert.equal(said, []);
  const first = await pair("2025-06-18", { ...folders });
  const second = await pair("2025-06-18", { ...folders });
  assert.equal(said, ["watched"]);
  list = ["file:///b"];
  changed();
  await turn();
  assert.equal([first.heard, second.heard], [["changed"], ["changed"]]);
  assert.equal(await first.listRoots(), { roots: [B] });
  await first.close();
  assert.equal(said, ["watched"]);
  await second.close();
  assert.equal(said, ["watched", "left"]);
});

requirement("e770b1af73c2");
test("a client lists only the roots that the user allows", async () => {
  const folders = roots(["file:///a", "file:///b"], {
    allow: async ({ uri }: { uri: string }) => uri.endsWith("b"),
  });
  const { listRoots } = await pair("2025-06-18", { ...folders });
  assert.equal(await listRoots(), { roots: [B] });
});

const [NO_FILE, MORE] = ["is not a file:// URI", "has a query or a fragment"];
const OUT = 'contains ".."';

const NO_ROOTS: readonly (readonly [problem: string, ...uris: string[]])[] = [
  [NO_FILE, "https://a.b/c", "/home/a", "file:/home/a"],
  [MORE, "file:///a?b", "file:///a#b"],
  [OUT, "file:///a/../b", "file:///a/%2e%2E/b", "file:///a/..%2fb"],
  ["has an escaped separator", "file:///a%2fb"],
  ["has a null character", "file:///a%00"],
  ["is not a valid URI", "file:///a%zz"],
];

requirement("2539a6ae3c7b a1821a163a25 e770b1af73c2");
for (const [problem, ...uris] of NO_ROOTS)
  for (const uri of uris)
    test(`a client refuses the root ${uri}`, async () => {
      const text = `The root ${uri} ${problem}`;
      assertThrows(() => roots([uri]), text);
      const listed = { ...roots({ list: () => [uri] }) };
      const { listRoots, errors } = await pair("2025-06-18", listed);
      assert.is(await listRoots(), "-32603: Internal error");
      assert.equal(errors, [text]);
    });

test("a client refuses a root that is listed twice", async () => {
  assertThrows(() => roots(["file:///a", "file:///a"]), "is listed twice");
});

test.run();
