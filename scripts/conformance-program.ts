/**
 * Makes a runnable program of an example and what is generated for a revision.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generate } from "../generator/pipeline/generate.js";
import { resolveRevisions } from "../generator/source/revisions.js";

/** The repository, seen from `dist/scripts/`. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The suite has scenarios of servers with tasks, an extension since 2026-07-28. */
export function extensionsOf(example: string, revision: string): string[] {
  const served = resolveRevisions([revision]);
  const has = served.some((one) => one >= "2026-07-28");
  return example === "conformance-server" && has ? ["tasks"] : [];
}

/** A client of Redis, which `make test` installs. */
const REDIS = "tests/node_modules/redis/dist/index.js";

/**
 * Bundles `examples/<example>/main.ts` with the bindings of `revision`, or of
 * `all`, in the place of those that its imports name; the path of the program.
 */
export async function conformanceProgram(
  example: "conformance-server" | "conformance-client",
  revision: string,
  folder = mkdtempSync(join(tmpdir(), "mcp-codegen-conformance-")),
): Promise<string> {
  const bindings = join(folder, revision);
  if (!existsSync(bindings)) {
    const extensions = extensionsOf(example, revision);
    await generate({ revisions: [revision], out: bindings, extensions });
  }
  const outfile = join(folder, `${example}-${revision}.mjs`);
  await build({
    entryPoints: [join(ROOT, "examples", example, "main.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    logLevel: "error",
    define: {
      REVISIONS: JSON.stringify(resolveRevisions([revision])),
      // Tests have it; whoever shares nothing needs none.
      REDIS: JSON.stringify(pathToFileURL(join(ROOT, REDIS)).href),
    },
    plugins: [
      {
        name: "bindings",
        setup({ onResolve }) {
          onResolve({ filter: /^file:/ }, ({ path }) => ({
            path,
            external: true,
          }));
          onResolve({ filter: /\/out\/[^/]+\/[a-z]+\.js$/ }, ({ path }) => {
            const file = path.slice(path.lastIndexOf("/") + 1);
            return { path: [bindings, file.replace(/\.js$/, ".ts")].join(sep) };
          });
        },
      },
    ],
  });
  return outfile;
}
