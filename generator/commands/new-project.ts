/** What `new server` and `new client` ask, take and report alike. */
import { basename, resolve } from "node:path";
import type { Options, PositionalOptions } from "yargs";
import type { ProjectFiles } from "../new/project-files.js";
import { datedRevisions } from "../source/revisions.js";
import type { FromArgs } from "./from-options.js";
import type { Io } from "./io.js";
import { valueOf } from "./questions.js";
import { formatDiagnostics } from "./report.js";
import { usage } from "./usage.js";

/** The folder of the project. */
export const PROJECT_FOLDER = {
  type: "string",
  demandOption: true,
  describe: "Folder of the project; empty, or not there yet",
} as const satisfies PositionalOptions;

/** Options of both commands. */
export const PROJECT_OPTIONS = {
  rev: {
    type: "string",
    array: true,
    nargs: 1,
    describe: "Revisions that it speaks [default: every dated one]",
  },
  yes: {
    alias: "y",
    type: "boolean",
    default: false,
    describe: "Ask nothing; take the defaults",
  },
  check: {
    type: "boolean",
    default: false,
    describe: "Like --update, but write nothing; say what is stale",
  },
  force: {
    type: "boolean",
    default: false,
    describe: "With --update: overwrite edits in src/generated/",
  },
} as const satisfies Record<string, Options>;

/** What both commands are given. */
export interface ProjectArgs extends FromArgs {
  dir: string;
  rev: string[] | undefined;
  name: string | undefined;
  yes: boolean;
  update: boolean;
  check: boolean;
  force: boolean;
  json: boolean;
}

/**
 * What goes with another option says nothing without it.
 *
 * @throws UserError naming the option.
 */
export function refuseLone(
  args: ProjectArgs & {
    readonly transport?: string | undefined;
    readonly watch?: boolean;
  },
): void {
  const made = args.update || args.check;
  for (const name of ["header", "env", "timeout"] as const)
    if (args[name] !== undefined && args.from === undefined)
      throw usage(`--${name} goes with --from.`);
  if (args["inherit-env"] && args.from === undefined)
    throw usage("--inherit-env goes with --from.");
  for (const name of ["force", "watch"] as const)
    if (args[name] && !made) throw usage(`--${name} goes with --update.`);
  for (const name of ["transport", "name"] as const)
    if (args[name] !== undefined && made)
      throw usage(`--${name} is for a new project; edit the files instead.`);
}

/** Whether nobody is there to be asked, or wants to be. */
export function isQuiet({ yes, json }: ProjectArgs): boolean {
  return yes || json;
}

/** Name and revisions of a new project: given, asked for, or the defaults. */
export async function askForProject(
  args: ProjectArgs,
  io: Io,
): Promise<{ readonly name: string; readonly revisions: readonly string[] }> {
  const quiet = isQuiet(args);
  const name = await valueOf(
    args.name,
    { text: "Name", fallback: basename(resolve(args.dir)) },
    io,
    quiet,
  );
  const question = {
    text: "Revisions of the protocol (one alone is less code, and refuses peers of the others)",
    fallback: datedRevisions().join(","),
  };
  const revisions = args.rev ?? [await valueOf(undefined, question, io, quiet)];
  return { name, revisions };
}

/** Says what was written, and how to go on. */
export function reportProject(
  { files, warnings }: ProjectFiles,
  { dir, json }: ProjectArgs,
  io: Io,
): void {
  io.err(formatDiagnostics(warnings, io.colour));
  const created = files.map(({ path }) => path);
  io.out(
    json
      ? `${JSON.stringify({ ok: true, out: dir, created, warnings }, null, 2)}\n`
      : `Wrote ${dir}: ${files.length} files.\n\n  cd ${dir}\n  npm install\n  npm test\n  npm start\n`,
  );
}
