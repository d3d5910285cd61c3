/** What `new server` and `new client` ask, take and report alike. */
import { resolve } from "node:path";
import { UserError } from "../../support/errors.js";
import type { NewProject } from "../../new/project.js";
import { datedRevisions, resolveRevisions } from "../../source/revisions.js";
import {
  flag,
  list,
  required,
  SHARED_OPTIONS,
  text,
  type ArgsOf,
} from "../command.js";
import { FEATURES } from "../../emit/context.js";
import type { Io } from "../terminal/io.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { SERVER_ADDRESS } from "./address.js";

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
  ...SERVER_ADDRESS,
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
 * What a person answers on a terminal; the default for an empty line, and when
 * nobody is there or wants to be asked.
 *
 * @param problem why an answer can not be taken, or null
 */
export async function ask(
  text: string,
  fallback: string,
  { yes, json }: ProjectArgs,
  io: Io,
  problem: (answer: string) => string | null = () => null,
): Promise<string> {
  if (!io.ask || yes || json) return fallback;
  for (;;) {
    const answer = (await io.ask(`${text} [${fallback}]: `)).trim() || fallback;
    const said = problem(answer);
    if (said === null) return answer;
    io.err(`${said}\n`);
  }
}

/** The revisions of a new project: given, asked for, or the default. */
export async function askForRevisions(
  args: ProjectArgs,
  io: Io,
): Promise<readonly string[]> {
  if (args.rev) return args.rev;
  const text =
    "Revisions of the protocol (one alone is less code, and refuses peers of the others)";
  const all = datedRevisions().join(",");
  return [await ask(text, all, args, io, revisionProblem)];
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
      ? jsonText({ ok: true, out: dir, created, kept, warnings })
      : `Wrote ${dir}: ${files.length} files.\n${left}\n${enter}  npm install\n  npm test\n  npm start\n`,
  );
}
