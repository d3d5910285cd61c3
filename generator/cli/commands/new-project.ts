/**
 * Questions, options and reports of the commands `new server` and `new client`.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../../support/errors.js";
import type { NewProject } from "../../new/project.js";
import type { UpdateOutcome } from "../../new/update.js";
import { shellWord } from "../../pipeline/options.js";
import { datedRevisions, resolveRevisions } from "../../source/revisions.js";
import {
  flag,
  list,
  requiredText,
  SHARED_OPTIONS,
  text,
  type ArgsOf,
} from "../command.js";
import { FEATURES } from "../../emit/context.js";
import type { Io } from "../terminal/io.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { SERVER_ADDRESS } from "./address.js";

/** Operand of `new server` and `new client`: the project folder. */
export const PROJECT_FOLDER = requiredText(
  "Project folder: new, or one that contains no code",
);

/** Options that `new server` and `new client` have in common. */
export const PROJECT_OPTIONS = {
  rev: list(
    "Revisions that the project supports [default: every dated revision]",
  ),
  features: list(
    `Features to generate in addition to the ones that the project uses: ${FEATURES.join(", ")}`,
  ),
  ...SERVER_ADDRESS,
  name: text(
    "Name of the package and of the server or client [default: folder name]",
  ),
  yes: { ...flag("Do not ask questions; use the defaults"), alias: "y" },
  update: flag("Regenerate the folder src/generated/ of an existing project"),
  check: flag("Like --update, but only report outdated files"),
  force: flag("With --update: overwrite edited files in src/generated/"),
  prune: flag(
    "With --update: delete files in src/generated/ that are not generated",
  ),
  verbose: flag("With --update: list every written file"),
  json: SHARED_OPTIONS.json,
};

/** Parsed arguments that `new server` and `new client` have in common. */
export type ProjectArgs = ArgsOf<typeof PROJECT_OPTIONS> & {
  readonly dir: string;
};

/**
 * Asks the user a question on the terminal. Returns the default for an empty
 * answer, with `--yes` or `--json`, or without a terminal.
 *
 * @param problem returns the reason why an answer is invalid, or null
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
    const message = problem(answer);
    if (message === null) return answer;
    io.err(`${message}\n`);
  }
}

/**
 * Returns the revisions of a new project: from `--rev`, from the user's answer,
 * or the default.
 */
export async function askForRevisions(
  args: ProjectArgs,
  io: Io,
): Promise<readonly string[]> {
  if (args.rev) return args.rev;
  const text =
    "Protocol revisions (a single revision needs less code, but rejects peers of the others)";
  const all = datedRevisions().join(",");
  return [await ask(text, all, args, io, explainRevisions)];
}

/**
 * Returns the reason why an answer does not name known revisions, or null for a
 * valid answer.
 */
function explainRevisions(answer: string): string | null {
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

/** Prints the created files and the commands to run next. */
export function reportProject(
  { files, kept, warnings }: NewProject,
  { dir, json }: ProjectArgs,
  io: Io,
): void {
  io.err(formatDiagnostics(warnings, io.colour));
  const created = files.map(({ path }) => path);
  const unchanged =
    kept.length > 0 ? `Kept existing files: ${kept.join(", ")}.\n` : "";
  const enter = resolve(dir) === resolve() ? "" : `  cd ${shellWord(dir)}\n`;
  const copy = needsEnvFile(dir, created)
    ? "  cp .env.example .env # then set the values in .env\n"
    : "";
  io.out(
    json
      ? jsonText({ ok: true, out: dir, created, kept, warnings })
      : `Wrote ${dir}: ${files.length} files.\n${unchanged}\n${enter}  npm install\n  npm test\n${copy}  npm start\n`,
  );
}

/**
 * Returns whether the user must create `.env` before the program starts. This
 * is the case if `.env.example` was created and `.env` does not exist.
 */
function needsEnvFile(dir: string, created: readonly string[]): boolean {
  return created.includes(".env.example") && !existsSync(join(dir, ".env"));
}

/**
 * Prints the edits that new options require in files of the user. Returns false
 * if `--apply` is given and an edit does not fit its file.
 */
export function reportEdits(
  { edits, mode, plan }: UpdateOutcome,
  { apply, dir, json }: ProjectArgs & { readonly apply?: boolean | undefined },
  io: Io,
): boolean {
  const open = apply ? edits.filter(({ text }) => text === null) : edits;
  if (json) return !apply || open.length === 0;
  const list = (some: typeof edits): string =>
    some.map(({ path }) => path).join(", ");
  if (apply && edits.length > open.length)
    io.out(
      `Edited your files: ${list(edits.filter((edit) => !open.includes(edit)))}.\n`,
    );
  if (open.length > 0)
    io.out(
      `${open.map(({ patch }) => patch).join("\n")}\n${
        apply
          ? `These edits do not fit your files; make them by hand: ${list(open)}.`
          : `The project needs these edits of your files: ${list(open)}. Nothing was written. Add --apply to make the edits and write the other files.`
      }\n`,
    );
  if (mode !== "write") return true;
  if (edits.some(({ path }) => path === "package.json"))
    io.out(`Then run \`npm install\` in the folder \`${dir}\`.\n`);
  const created = plan.created.map(({ path }) => path);
  if (needsEnvFile(dir, created))
    io.out(
      `Then copy \`.env.example\` to \`.env\`, and set the values in \`.env\`.\n`,
    );
  return !apply || open.length === 0;
}
