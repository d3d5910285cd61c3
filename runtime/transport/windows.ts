/** Starts programs on Windows, where batch files must be started by cmd.exe. */

/** Command in the form that the platform can start. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the program is a batch file, whose `args` are already quoted. */
  readonly batch: boolean;
}

/** Places to search for a program. */
export interface ProgramSearch {
  readonly cwd?: string | undefined;
  /** Environment variables of the program. */
  readonly env: { readonly [name: string]: string };
  readonly exists: (file: string) => boolean;
}

/**
 * Extensions of programs, in the order of preference if PATHEXT has none of
 * them.
 */
const KINDS = [".com", ".exe", ".bat", ".cmd"];

/**
 * Returns the command that starts a program. Batch files, such as `npx` and
 * `npm`, must be started by cmd.exe. It receives their full path, so that a
 * file in the working directory cannot replace them. Its arguments are quoted.
 *
 * @throws Error for an argument with a line break, which cannot be passed to a
 *   batch file.
 */
export function windowsStart(
  command: string,
  args: readonly string[],
  search: ProgramSearch,
): Start {
  const file = findProgram(command, search) ?? command;
  if (!/\.(bat|cmd)$/i.test(file)) return { command, args, batch: false };
  const line = [file, ...args].map(quoteArgument).join(" ");
  return {
    command: getVariable(search.env, "COMSPEC") ?? "cmd.exe",
    args: ["/e:on", "/v:off", "/d", "/s", "/c", `"${line}"`],
    batch: true,
  };
}

/**
 * Returns the path of the file that a command names, or undefined if there is
 * none.
 */
function findProgram(command: string, { cwd, env, exists }: ProgramSearch) {
  const path = command.replaceAll("/", "\\");
  const rooted = /^([a-z]:)?\\/i.test(path);
  const folders = path.includes("\\")
    ? [rooted || cwd === undefined ? "" : `${cwd}\\`]
    : (getVariable(env, "PATH") ?? "")
        .split(";")
        .map((folder) => folder.replaceAll('"', "").replace(/\\?$/, "\\"))
        .filter((folder) => folder !== "\\");
  const known = (getVariable(env, "PATHEXT") ?? "").toLowerCase().split(";");
  const order = known.filter((kind) => KINDS.includes(kind));
  const kinds = order.length === 0 ? KINDS : order;
  // Windows cannot start a file without an extension.
  const hasExtension = KINDS.some((kind) => path.toLowerCase().endsWith(kind));
  return folders
    .flatMap((folder) =>
      ["", ...kinds]
        .slice(hasExtension ? 0 : 1)
        .map((kind) => folder + path + kind),
    )
    .find(exists);
}

/**
 * Returns the value of an environment variable. Windows ignores the case of
 * names.
 */
function getVariable(
  env: ProgramSearch["env"],
  name: string,
): string | undefined {
  const all = Object.entries(env).filter(([key]) => key.toUpperCase() === name);
  return all.at(-1)?.[1];
}

/**
 * Quotes an argument for cmd.exe, for the batch file that passes it on, and for
 * the program that receives it. Inside quotes, `&` and similar characters have
 * no meaning. Quotes are doubled. `%cd:~,%` expands to nothing, so it keeps
 * each `%` from starting a variable.
 */
function quoteArgument(arg: string): string {
  if (/[\r\n]/.test(arg)) {
    const text = "An argument of a batch file cannot have a line break";
    throw new Error(`${text}: ${JSON.stringify(arg)}`);
  }
  const safe = arg
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/\\+$/, "$&$&")
    .replaceAll("%", "%%cd:~,%");
  return `"${safe}"`;
}
