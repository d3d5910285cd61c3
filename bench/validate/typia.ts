import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  BENCH,
  bundled,
  byType,
  generated,
  type ChecksByType,
} from "./candidates.js";
import { TYPES } from "./cases.js";

/** typia's own generator, on the types that we emit. */
export async function loadTypia(): Promise<ChecksByType> {
  const folder = generated();
  mkdirSync(join(folder, "in"));
  symlinkSync(join(BENCH, "node_modules"), join(folder, "node_modules"));
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
  const module = await bundled(join(folder, "gen/check.ts"));
  return byType((type) => ({
    is: module[`is${type}`] as (value: unknown) => boolean,
    explain: module[`validate${type}`] ?? null,
  }));
}
