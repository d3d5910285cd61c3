/** Options of `new server`, and the checks of their values. */
import { EXTRAS, type Extra } from "../../new/extras.js";
import type { ServerChoices } from "../../new/server/setup.js";
import { flag, list, oneOf, splitList, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { usage } from "../usage-errors.js";
import { ask, PROJECT_OPTIONS, type ProjectArgs } from "./new-project.js";

const TRANSPORTS = ["stdio", "http", "sse"] as const;

/**
 * Transports that each value of the deprecated option `--transport` selects.
 */
const OLD_TRANSPORTS = {
  stdio: ["stdio"],
  http: ["http", "sse"],
  both: TRANSPORTS,
} as const;

/** Values of `--auth`. */
export const AUTHS = ["none", "oauth"] as const;
const SHARED = ["none", "redis"] as const;

/** Options of `new server`. */
export const SERVER_OPTIONS = {
  ...PROJECT_OPTIONS,
  update: flag(
    "Regenerate the folder src/generated/ of an existing project; add a stub for each new tool, and the files that new options need",
  ),
  apply: flag(
    "With --update: also make the edits that new options need in your own files",
  ),
  transports: list(
    `Transports of the server: ${TRANSPORTS.join(", ")} (legacy SSE) [default: stdio]`,
  ),
  transport: oneOf(
    ["stdio", "http", "both"],
    "Deprecated: use --transports stdio,http,sse",
  ),
  auth: oneOf(
    AUTHS,
    "Authorization over HTTP: oauth checks bearer tokens [default: none]",
  ),
  shared: oneOf(
    SHARED,
    "Store for state that several HTTP processes share [default: none]",
  ),
  skills: text(
    "Folder with skills to publish; it is copied to the folder skills/ of the project",
  ),
  tools: text("Tool definitions in JSON or YAML: a result of tools/list"),
  with: list(`Additional files for other programs: ${EXTRAS.join(", ")}`),
  watch: flag("With --update: repeat whenever the tool definitions change"),
};

/**
 * Arguments of `new server` or `new client`. The server options are absent for
 * `new client`.
 */
export type NewArgs = ProjectArgs & Partial<ArgsOf<typeof SERVER_OPTIONS>>;

/** Options that apply to new projects only. */
const NEW_ONLY = ["name"] as const;

/** Options that add something to an existing project. */
const GROWING = [
  "auth",
  "shared",
  "skills",
  "with",
  "transport",
  "transports",
] as const;

/**
 * Checks that the options can be used together.
 *
 * @throws UserError if an option excludes another or needs a missing one.
 */
export function checkCombinations(
  side: "server" | "client",
  args: NewArgs,
): void {
  const fromServer = args.from ?? args.config;
  if (args.tools !== undefined && fromServer !== undefined)
    throw usage(
      "--tools and --from exclude each other.",
      "Remove --tools or --from: the tools of a project have one source.",
    );
  const isGiven = (name: keyof NewArgs): boolean =>
    args[name] !== undefined && args[name] !== false;
  if (args.check && args.prune)
    throw usage(
      "--check writes nothing; --prune deletes files.",
      "Remove one of the two options.",
    );
  const isUpdate = args.update || args.check;
  for (const name of ["force", "prune", "watch", "apply"] as const)
    if (isGiven(name) && !isUpdate)
      throw usage(
        `--${name} needs --update.`,
        `Add --update, or remove --${name}.`,
      );
  for (const name of side === "server"
    ? NEW_ONLY
    : ([...NEW_ONLY, "auth"] as const))
    if (isGiven(name) && isUpdate)
      throw usage(
        `--${name} applies to new projects only.`,
        `Remove --${name}. To change an existing project, edit its files.`,
      );
  for (const name of ["auth", "shared"] as const)
    if (args[name] === "none" && isUpdate)
      throw usage(
        `--${name} none applies to new projects only: --update removes nothing.`,
        `Remove the option "--${name} none". To change an existing project, edit its files.`,
      );
  for (const name of GROWING)
    if (isGiven(name) && (args.check || args.watch))
      throw usage(
        `--${name} adds to the project, so it excludes --${args.check ? "check" : "watch"}.`,
        `Run the command with --update and --${name} first. Then run it again without --${name}.`,
      );
  if (isGiven("transport") && isGiven("transports"))
    throw usage(
      "--transport is the deprecated form of --transports.",
      "Keep --transports, and remove --transport.",
    );
}

/**
 * Returns the transports that `--transports` or `--transport` names, or
 * undefined without these options.
 *
 * @throws UserError for an unknown name.
 */
export function readTransports(
  { transport, transports }: NewArgs,
  io: Io,
): readonly string[] | undefined {
  if (transport) {
    const names = OLD_TRANSPORTS[transport];
    io.err(
      `note: --transport is deprecated; write --transports ${names.join(",")}.\n`,
    );
    return names;
  }
  const names = transports && splitList(transports);
  const unknown = names && findUnknownTransport(names);
  if (unknown !== undefined)
    throw usage(
      `--transports has the unknown value "${unknown}". Known values are ${TRANSPORTS.join(", ")}.`,
      "Pass one or more of the known values, separated by commas.",
    );
  return names;
}

/**
 * Returns the first name that is not a known transport, or undefined if all
 * names are known. Returns an empty string for an empty list.
 */
function findUnknownTransport(names: readonly string[]): string | undefined {
  const known: readonly string[] = [...TRANSPORTS, "memory"];
  if (names.length === 0) return "";
  return names.find((name) => !known.includes(name));
}

/**
 * Parses the value of `--with`.
 *
 * @throws UserError for an unknown name.
 */
export function readExtras(args: NewArgs): Extra[] {
  return splitList(args.with).map((name) => {
    const extra = EXTRAS.find((known) => known === name);
    if (extra) return extra;
    throw usage(
      `--with has the unknown value "${name}". Known values are ${EXTRAS.join(", ")}.`,
      "Pass one of the known values, or remove --with.",
    );
  });
}

/**
 * Returns the transports of a new server. Asks the user for them if no option
 * has selected the transports.
 */
export async function askForTransports(
  { transports, auth, shared }: ServerChoices,
  args: NewArgs,
  io: Io,
): Promise<readonly string[]> {
  if (transports) return transports;
  const overHttp = auth === "oauth" || shared === "redis";
  const text = `Transports (${TRANSPORTS.join(", ")}; separated by commas)`;
  const fallback = overHttp ? "http,sse" : "stdio";
  const problem = (answer: string): string | null => {
    const unknown = findUnknownTransport(splitList([answer]));
    return unknown === undefined
      ? null
      : `"${unknown}" is not a known transport. Known transports: ${TRANSPORTS.join(", ")}.`;
  };
  return splitList([await ask(text, fallback, args, io, problem)]);
}
