import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import { timeProcess } from "../harness/process.js";

export const REVISION = "2025-06-18";

const { bin } = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"),
) as { bin: { "mcp-codegen": string } };

/** This program, as it is installed. */
export const CLI = join(PACKAGE_ROOT, bin["mcp-codegen"]);

/** The packages that only the benchmarks need. */
export const PEERS = join(PACKAGE_ROOT, "bench", "node_modules");

/** A folder with what the candidates read, and for what they write. */
export interface Workplace {
  readonly folder: string;
  remove(): void;
}

/** The least that those who use the type checker can get by with. */
const TSCONFIG = {
  compilerOptions: { types: [], skipLibCheck: true, strict: true },
  files: ["schema.ts"],
};

/**
 * Lays the inputs out: `schema.ts` of one revision, and `schema.json`, which
 * holds the same for those who read JSON Schema. It is below the peers' own
 * packages, because some of them resolve what their output imports.
 */
export async function makeWorkplace(): Promise<Workplace> {
  const cache = join(PEERS, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "generate-"));
  cpSync(
    join(PACKAGE_ROOT, "schema", REVISION, "schema.ts"),
    join(folder, "schema.ts"),
  );
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  const args = [CLI, "--rev", REVISION, "--only", "json-schema"];
  await timeProcess({
    args: [...args, "--out", "json"],
    cwd: folder,
  });
  cpSync(join(folder, "json", "schema.json"), join(folder, "schema.json"));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
