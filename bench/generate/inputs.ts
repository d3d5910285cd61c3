import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT, toolVersion } from "../../generator/support/package.js";
import { runProcess } from "../harness/process.js";

export const REVISION = "2025-06-18";

const { bin } = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"),
) as { bin: { "mcp-codegen": string } };

/**
 * Path at which npm installs mcp-codegen, relative to the benchmark's temporary
 * folder.
 */
export const CLI = join("node_modules", "mcp-codegen", bin["mcp-codegen"]);

/** Folder of npm packages that only the benchmarks need. */
export const PEERS = join(PACKAGE_ROOT, "bench", "node_modules");

/** Temporary folder for the input and the output of all candidates. */
export interface Workplace {
  readonly folder: string;
  remove(): void;
}

/**
 * Minimal tsconfig.json for candidates that use the TypeScript type checker.
 */
const TSCONFIG = {
  compilerOptions: { types: [], skipLibCheck: true, strict: true },
  files: ["schema.ts"],
};

/**
 * Creates a temporary folder and installs the package mcp-codegen in it. The
 * folder also contains `schema.ts` of one revision, and the equivalent
 * `schema.json` for candidates that read JSON Schema. The folder is inside
 * `bench/node_modules`, so that the imports in generated code can be resolved.
 */
export async function makeWorkplace(): Promise<Workplace> {
  const cache = join(PEERS, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "generate-"));
  cpSync(
    join(PACKAGE_ROOT, "schema", REVISION, "schema.ts"),
    join(folder, "schema.ts"),
  );
  writeFileSync(join(folder, "package.json"), "{}");
  npm(PACKAGE_ROOT, "pack", "--ignore-scripts", "--pack-destination", folder);
  npm(folder, "install", `./mcp-codegen-${toolVersion()}.tgz`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  const args = [CLI, "--rev", REVISION, "--only", "json-schema"];
  await runProcess({
    args: [...args, "--out", "json"],
    cwd: folder,
  });
  cpSync(join(folder, "json", "schema.json"), join(folder, "schema.json"));
  // Some candidates measure a run on output that is up to date. Generate their
  // output in advance.
  for (const [rev, out] of [
    [REVISION, "unchanged"],
    ["all", "checked"],
  ] as const)
    await runProcess({ args: [CLI, "--rev", rev, "--out", out], cwd: folder });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

function npm(cwd: string, ...args: readonly string[]): void {
  const quiet = "--no-audit --no-fund --prefer-offline --loglevel=error";
  execFileSync("npm", [...args, ...quiet.split(" ")], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
