import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TYPES } from "./cases.js";
import { REFINED_TYPES } from "./refinement-cases.js";

/**
 * Runs typia's code generator on the types in a folder. Returns the path of the
 * generated file.
 */
export function writeTypia(folder: string): string {
  const define = (types: readonly string[], name: string, maker: string) =>
    types.map(
      (type) => `export const ${name}${type} = typia.${maker}<T.${type}>();`,
    );
  const lines = [
    ...define(TYPES, "is", "createIs"),
    ...define(TYPES, "validate", "createValidate"),
    ...define(REFINED_TYPES, "prune", "misc.createValidatePrune"),
    ...define(REFINED_TYPES, "equals", "createValidateEquals"),
  ];
  writeFileSync(
    join(folder, "in/check.ts"),
    `import typia from "typia";\nimport type * as T from "../types.js";\n${lines.join("\n")}\n`,
  );
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: "ES2022",
        module: "ESNext",
        moduleResolution: "Bundler",
        skipLibCheck: true,
        types: [],
      },
    }),
  );
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  execFileSync(
    process.execPath,
    [
      "node_modules/typia/lib/executable/typia.js",
      "generate",
      "--input",
      "in",
      "--output",
      "gen",
      "--project",
      "tsconfig.json",
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  return join(folder, "gen/check.ts");
}
