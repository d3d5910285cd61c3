/** Options of `new server`, and the checks of their values. */
import { EXTRAS, type Extra } from "../../new/extras.js";
import type { ServerChoices } from "../../new/server/setup.js";
import { flag, list, oneOf, splitList, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { usage } from "../usage-errors.js";
import { ask, PROJECT_OPTIONS, type ProjectArgs } from "./new-project.js";

const TRANSPORTS = ["stdio", "http", "sse"] as const;

/** Values of the deprecated option `--transport`, as transports. */
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
  update: flag("Regenerate src/generated/; add new tools and new options"),
  apply: flag("With --update: also edit your own files where the edits fit"),
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
const GROWING = ["auth", "shared", "with", "transport", "transports"] as const;

/**
 * Checks which options are used together.
 *
 * @throws UserError if the options cannot be combined.
 */
export function checkCombinations(
  side: "server" | "client",
  args: NewArgs,
): void {
  if (args.tools !== undefined && args.from !== undefined)
    throw usage(
      "--tools and --from exclude each other.",
      "Keep the one that names your tools, and remove the other.",
    );
  const isGiven = (name: keyof NewArgs): boolean =>
    args[name] !== undefined && args[name] !== false;
  const isUpdate = args.update || args.check;
  for (const name of ["force", "watch", "apply"] as const)
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
        `Remove --${name}, and edit the files of the project.`,
      );
  for (const name of ["auth", "shared"] as const)
    if (args[name] === "none" && isUpdate)
      throw usage(
        `--${name} none applies to new projects only: an update removes nothing.`,
        `Remove --${name}, and edit the files of the project.`,
      );
  for (const name of GROWING)
    if (isGiven(name) && (args.check || args.watch))
      throw usage(
        `--${name} changes the project, and --${args.check ? "check" : "watch"} does not.`,
        `Run once with --update and --${name} first.`,
      );
  if (isGiven("transport") && isGiven("transports"))
    throw usage(
      "--transport is an older form of --transports.",
      "Keep --transports, and remove the other.",
    );
}

/**
 * Returns the transports that the options name, or undefined.
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
  const problem = names && explainTransports(names);
  if (problem)
    throw usage(
      `--transports: ${problem}`,
      "Write one or more of these names.",
    );
  return names;
}

/** Returns the reason why names are not transports, or null. */
function explainTransports(names: readonly string[]): string | null {
  const known: readonly string[] = [...TRANSPORTS, "memory"];
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined && names.length > 0
    ? null
    : `"${unknown ?? ""}" is not one of ${TRANSPORTS.join(", ")}.`;
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
      `--with does not know "${name}"; it takes ${EXTRAS.join(", ")}.`,
      "Write one of these names, or remove --with.",
    );
  });
}

/** Returns the transports of a new server: from options, or from an answer. */
export async function askForTransports(
  { transports, auth, shared }: ServerChoices,
  args: NewArgs,
  io: Io,
): Promise<readonly string[]> {
  if (transports) return transports;
  const overHttp = auth === "oauth" || shared === "redis";
  const text = `Transports (${TRANSPORTS.join(", ")}; separated by commas)`;
  const fallback = overHttp ? "http,sse" : "stdio";
  const problem = (answer: string): string | null =>
    explainTransports(splitList([answer]));
  return splitList([await ask(text, fallback, args, io, problem)]);
}
