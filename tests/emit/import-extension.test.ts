import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importTypeScript } from "../../generator/emit/assemble/import-extension.js";

const test = suite("import extension");

/** Code whose imports get another extension, and code that stays. */
const CODE = `
import type { A } from "./a.js";
import {
  A,
} from "../runtime/a.js";
export * from "./a.js";
import "./a.js";
await import("./a.js");
let a: import("./a.js").A;
const any = "*/*";
import "./c.js";
`;
const OTHER = `
import "a.js";
  /**
   * import "./a.js"
   */
  // import "./b.js"
`;

test("relative imports alone are changed, wherever they stand", () =>
  assert.is(
    importTypeScript(OTHER + CODE),
    OTHER + CODE.replaceAll(".js", ".ts"),
  ));

test.run();
