/** Templates that the build compiled. */
import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtIn } from "../../generator/emit/templates/engine.js";

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

engine.run();
