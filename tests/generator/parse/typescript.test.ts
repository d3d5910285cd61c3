import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseSchema } from "../../../generator/parse/index.js";
import { ts } from "../../../generator/parse/read/typescript.js";
import { readBundledSchema } from "../../../generator/source/read.js";

const test = suite("parse: loading TypeScript");
const require = createRequire(import.meta.url);

test("`parseSchema` does not load TypeScript's checker for published revisions", () => {
  parseSchema(readBundledSchema("draft").text, readBundledSchema("draft"));
  const loaded = Object.keys(require.cache);
  const whole = loaded.filter((path) => /typescript\.js$|ts-morph/.test(path));
  assert.equal([whole, "createProgram" in ts], [[], false]);
});

test.run();
