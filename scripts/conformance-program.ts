/**
 * Bundles a conformance example with the bindings that are generated for a
 * revision.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generate } from "../generator/pipeline/generate.js";
import { resolveRevisions } from "../generator/source/revisions.js";

/** Root folder of the repository, relative to `dist/scripts/`. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Returns the extensions that an example needs. The conformance suite tests
 * servers with the tasks extension for revisions from 2026-07-28 on, and tests
 * servers and clients with the skills extension.
 */
export function getExtensions(example: string, revision: string): string[] {
  const served = resolveRevisions([revision]);
  const has = served.some((version) => version >= "2026-07-28");
  const tasks = example === "conformance-server" && has ? ["tasks"] : [];
  return [...tasks, "skills"];
}

/** Path of the `redis` package, which `make test` installs. */
const REDIS = "tests/node_modules/redis/dist/index.js";

/**
 * Bundles `examples/<example>/main.ts` and returns the path of the bundle.
 * Imports of bindings in the example are resolved to bindings that are
 * generated for `revision`. With the revision `all`, the bindings are generated
 * for all revisions.
 */
export async function conformanceProgram(
  example: "conformance-server" | "conformance-client",
  revision: string,
  folder = mkdtempSync(join(tmpdir(), "mcp-codegen-conformance-")),
): Promise<string> {
  const bindings = join(folder, revision);
  if (!existsSync(bindings)) {
    const extensions = getExtensions(example, revision);
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
      // The package `redis` is loaded by path: only the tests install it, and
      // only the option `--shared` needs it.
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
