/** What V8 compiled is kept for the next start, and never needed. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BIN, ROOT } from "../support/cli.js";
import { readTree, temporaryFolder } from "../support/folders.js";

const compileCache = suite("compile cache");

function run(cache: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: temporaryFolder(),
    env: { ...process.env, MCP_CODEGEN_CACHE: cache },
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  assert.is(stderr, "");
  assert.is(status, 0);
  return stdout;
}

const model = (cache: string): string =>
  run(cache, [BIN, "model", "--rev", "2025-06-18"]);

const expected = model(temporaryFolder());

compileCache("the next start says the same", () => {
  const cache = temporaryFolder();
  assert.is(model(cache), expected);
  assert.ok(readdirSync(join(cache, "compiled")).length > 0);
  assert.is(model(cache), expected);
});

// Where Node has a compile cache of its own, its files are its own matter.
if (!("enableCompileCache" in module)) {
  const keptIn = (cache: string): string => {
    const names = readdirSync(join(cache, "compiled"));
    assert.is(names.length, 1);
    assert.match(names[0] ?? "", /^typescript\.js-\d+-\d+-\d+$/);
    return join(cache, "compiled", names[0] ?? "");
  };

  compileCache("it is used: the file stays as it was", () => {
    const cache = temporaryFolder();
    model(cache);
    const before = readFileSync(keptIn(cache));
    model(cache);
    assert.ok(before.equals(readFileSync(keptIn(cache))));
  });

  const DAMAGES: Record<string, (bytes: Buffer) => Buffer> = {
    empty: () => Buffer.alloc(0),
    truncated: (bytes) => bytes.subarray(0, bytes.length / 2),
    "changed in one bit": (bytes) => {
      const changed = Buffer.from(bytes);
      changed[changed.length >> 1]! ^= 1;
      return changed;
    },
  };

  for (const [name, damage] of Object.entries(DAMAGES))
    compileCache(`a file that is ${name} is replaced`, () => {
      const cache = temporaryFolder();
      model(cache);
      const file = keptIn(cache);
      const damaged = damage(readFileSync(file));
      writeFileSync(file, damaged);
      assert.is(model(cache), expected);
      assert.not.ok(damaged.equals(readFileSync(keptIn(cache))));
    });

  compileCache("one of another version goes", () => {
    const cache = temporaryFolder();
    model(cache);
    const file = keptIn(cache);
    writeFileSync(join(cache, "compiled", "typescript.js-1-2-3"), "old");
    writeFileSync(file, "");
    model(cache);
    assert.is(keptIn(cache), file);
  });
}

compileCache("a cache folder that can not be is no obstacle", () => {
  const cache = join(temporaryFolder(), "file");
  writeFileSync(cache, "in the way");
  assert.is(model(cache), expected);
  assert.is(readFileSync(cache, "utf8"), "in the way");
});

compileCache("a program that uses this one as a library keeps nothing", () => {
  const cache = temporaryFolder();
  const parse = JSON.stringify(join(ROOT, "dist/generator/parse/index.js"));
  const text = run(cache, [
    "--input-type=module",
    "-e",
    `const { parseSchema } = await import(${parse});
     try { parseSchema("", { file: "x.ts" }); } catch ({ name }) { console.log(name); }`,
  ]);
  assert.is(text, "UserError\n");
  assert.equal(readTree(cache), {});
});

compileCache.run();
