/** What `new server` and `new client` ask, take and report alike. */
import { basename, resolve } from "node:path";
import { UserError } from "../../support/errors.js";
import type { NewProject } from "../../starter/project.js";
import { datedRevisions, resolveRevisions } from "../../source/revisions.js";
import {
  flag,
  list,
  required,
  SHARED_OPTIONS,
  text,
  type ArgsOf,
} from "../command.js";
import { FROM_OPTIONS } from "./from-options.js";
import { FEATURES } from "../../emit/context.js";
import type { Io } from "../terminal/io.js";
import { valueOf } from "../terminal/prompt.js";
import { formatDiagnostics } from "../terminal/report.js";
import { usage } from "../usage-errors.js";

/** The folder of the project. */
export const PROJECT_FOLDER = required(
  "Folder of the project; new, or without code",
);

/** Options of both commands. */
export const PROJECT_OPTIONS = {
  rev: list("Revisions that it speaks [default: every dated one]"),
  features: list(
    `What it offers beside what its files use: ${FEATURES.join(", ")}`,
  ),
  ...FROM_OPTIONS,
  name: text(
    "Name of the package and of what it speaks as [default: the folder's]",
  ),
  yes: { ...flag("Ask nothing; take the defaults"), alias: "y" },
  update: flag("Regenerate src/generated/ of a project"),
  check: flag("Like --update, but write nothing; say what is stale"),
  force: flag("With --update: overwrite edits in src/generated/"),
  verbose: flag("With --update: name every file that is written"),
  json: SHARED_OPTIONS.json,
};

/** What both commands are given. */
export type ProjectArgs = ArgsOf<typeof PROJECT_OPTIONS> & {
  readonly dir: string;
};

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
    problem: revisionProblem,
  };
  const revisions = args.rev ?? [await valueOf(undefined, question, io, quiet)];
  return { name, revisions };
}

/** Why these are no revisions, with those that there are; or null. */
function revisionProblem(answer: string): string | null {
  try {
    resolveRevisions([answer]);
    return null;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.diagnostics
      .map(({ message, cause }) => `${message} ${cause}`)
      .join("\n");
  }
}

/** Says what was written, and how to go on. */
export function reportProject(
  { files, kept, warnings }: NewProject,
  { dir, json }: ProjectArgs,
  io: Io,
): void {
  io.err(formatDiagnostics(warnings, io.colour));
  const created = files.map(({ path }) => path);
  const left =
    kept.length > 0 ? `Left as they were: ${kept.join(", ")}.\n` : "";
  const enter = resolve(dir) === resolve() ? "" : `  cd ${dir}\n`;
  io.out(
    json
      ? `${JSON.stringify({ ok: true, out: dir, created, kept, warnings }, null, 2)}\n`
      : `Wrote ${dir}: ${files.length} files.\n${left}\n${enter}  npm install\n  npm test\n  npm start\n`,
  );
}
