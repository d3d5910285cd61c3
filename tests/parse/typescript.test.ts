import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ts } from "../../generator/parse/typescript.js";

const typescript = suite("parse: typescript");
const require = createRequire(import.meta.url);
const loaded = Object.keys(require.cache);

typescript("is loaded without the rest of ts-morph", () => {
  assert.is(loaded.filter((path) => path.endsWith("typescript.js")).length, 1);
  assert.equal(
    loaded.filter(
      (path) => path.includes("ts-morph") && !path.endsWith("typescript.js"),
    ),
    [],
  );
});

typescript("is the one that ts-morph exports", () => {
  const theirs = (require("ts-morph") as { ts: typeof ts }).ts;
  assert.ok(ts.createSourceFile === theirs.createSourceFile);
});

typescript.run();
