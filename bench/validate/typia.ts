import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TYPES } from "./cases.js";

/**
 * Runs typia's code generator on the types in a folder. Returns the path of the
 * generated file.
 */
export function writeTypia(folder: string): string {
  const lines = TYPES.map(
    (type) =>
      `export const is${type} = typia.createIs<T.${type}>();\n` +
      `export const validate${type} = typia.createValidate<T.${type}>();`,
  );
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
