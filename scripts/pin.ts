/**
 * Computes pinned values in `schema/revisions.json` from the upstream files at
 * the pinned commits. The values are SHA-256 hash, size, structural
 * fingerprint, and fingerprint of `schema.json`.
 *
 *     node dist/scripts/pin.js --upstream GITDIR [--extension NAME] [--write]
 *
 * GITDIR is the Git directory of a clone of the specification's repository.
 * With `--extension NAME`, it is a clone of that extension's repository, and
 * the pins in `schema/extensions.json` are computed. For an extension that is
 * pinned by an npm package, pass the folder of the package. Without `--write`,
 * the pins are only compared: each difference is printed, and the exit code is
 * 1 if there are differences.
 */
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "../generator/model/identity/fingerprint.js";
import { extensionFingerprint } from "../generator/pipeline/verify-extension.js";
import {
  extensionTable,
  type ExtensionPin,
  type ExtensionTable,
} from "../generator/source/extensions.js";
import { jsonSchemaFingerprint } from "./revision/json-schema-fingerprint.js";
import { PACKAGE_ROOT } from "../generator/support/package.js";
import { parseSchema } from "../generator/parse/index.js";
import { revisionTable } from "../generator/source/revisions.js";
import type {
  RevisionPin,
  RevisionTable,
} from "../generator/source/revisions.js";
import { readArguments, refuseArguments } from "./arguments.js";
import { git, requireUpstream } from "./upstream.js";

function computePin(
  gitDir: string,
  revision: string,
  { commit, path }: RevisionPin,
): RevisionPin {
  const bytes = git(gitDir, "show", `${commit}:${path}`);
  const { model } = parseSchema(bytes.toString("utf8"), {
    file: path,
    revision,
    commit,
  });
  const jsonPath = path.replace(/\.ts$/, ".json");
  const json = git(gitDir, "show", `${commit}:${jsonPath}`).toString("utf8");
  return {
    commit,
    path,
    sha256: hash("sha256", bytes, "hex"),
    bytes: bytes.length,
    fingerprint: fingerprint(model),
    schemaJson: jsonSchemaFingerprint(JSON.parse(json)),
  };
}

/**
 * Returns the pin of an extension, computed from the upstream file at the
 * pinned commit. If no commit is pinned, the file is read from the folder of
 * the npm package.
 */
function computeExtensionPin(gitDir: string, pin: ExtensionPin): ExtensionPin {
  const { commit, path, sha256 } = pin;
  if (sha256 === null)
    refuseArguments(USAGE, `Upstream publishes no schema file: ${path}`);
  const bytes =
    commit === null
      ? readFileSync(join(gitDir, path))
      : git(gitDir, "show", `${commit}:${path}`);
  const text = bytes.toString("utf8");
  const { identifier } = pin;
  return {
    ...pin,
    sha256: hash("sha256", bytes, "hex"),
    bytes: bytes.length,
    fingerprint: extensionFingerprint({
      text,
      file: path,
      commit,
      identifier,
      proven: true,
    }),
  };
}

/**
 * Prints the differences between two pins. Sets the exit code to 1 if there are
 * differences and `write` is false.
 */
function report<Pin extends object>(
  name: string,
  old: Pin,
  now: Pin,
  write: boolean,
): void {
  for (const key of Object.keys(now) as (keyof Pin & string)[]) {
    if (old[key] === now[key]) continue;
    console.log(
      `${name} ${key}: ${String(old[key] || "(none)")} -> ${String(now[key])}`,
    );
    if (!write) process.exitCode = 1;
  }
}

function pinExtension(name: string, gitDir: string, write: boolean): void {
  const table = extensionTable();
  const old = table.extensions[name];
  if (!old)
    refuseArguments(
      USAGE,
      `Unknown extension: ${name}. Add it to schema/extensions.json.`,
    );
  const now = computeExtensionPin(gitDir, old);
  report(name, old, now, write);
  if (!write) return;
  const extensions = { ...table.extensions, [name]: now };
  writeTable("extensions.json", {
    ...table,
    extensions,
  } satisfies ExtensionTable);
}

function writeTable(file: string, table: object): void {
  writeFileSync(
    join(PACKAGE_ROOT, "schema", file),
    `${JSON.stringify(table, null, 2)}\n`,
  );
}

const USAGE =
  "node dist/scripts/pin.js --upstream GITDIR [--extension NAME] [--write]";

function main(): void {
  const { values } = readArguments(USAGE, {
    options: {
      upstream: { type: "string" },
      extension: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const { extension, write } = values;
  const upstream = requireUpstream(USAGE, values.upstream);
  if (extension !== undefined) return pinExtension(extension, upstream, write);
  const table = revisionTable();
  const pins = Object.entries(table.revisions).map(
    ([revision, pin]) =>
      [revision, pin, computePin(upstream, revision, pin)] as const,
  );
  for (const [revision, old, now] of pins) report(revision, old, now, write);
  if (!write) return;
  const revisions = Object.fromEntries(
    pins.map(([revision, , now]) => [revision, now]),
  );
  writeTable("revisions.json", { ...table, revisions } satisfies RevisionTable);
}

main();
