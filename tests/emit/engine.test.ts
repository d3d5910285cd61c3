/** Templates that the build compiled. */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  builtIn,
  PRECOMPILED_FILE,
} from "../../generator/emit/templates/engine.js";
import { BUILT_IN, SUFFIX } from "../../generator/emit/templates/templates.js";

const require = createRequire(import.meta.url);
const compilerIsLoaded = (): boolean =>
  Object.keys(require.cache).some((path) =>
    /handlebars.compiler.compiler/.test(path),
  );

const engine = suite("engine");

engine("what the build compiled takes no compiler", () => {
  const data = { header: "/* <h> */", declarations: ["a & b;"] };
  assert.is(builtIn("types.ts")(data), "/* <h> */\n\na & b;\n");
  assert.is(compilerIsLoaded(), false);
});

engine("the build compiles every template", () => {
  const names = readdirSync(BUILT_IN).sort();
  assert.equal(
    Object.keys(require(PRECOMPILED_FILE) as object),
    names.map((name) => name.slice(0, -SUFFIX.length)),
  );
});

engine.run();
