/**
 * Windows support for starting programs. Windows can start batch files only
 * through cmd.exe.
 */

/** Command and arguments in a form that the operating system can start. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  /**
   * Whether the command runs a batch file. If so, the arguments in `args` are
   * already quoted.
   */
  readonly batch: boolean;
}

/**
 * Working directory, environment variables and files that are used to find a
 * program.
 */
export interface ProgramSearch {
  readonly cwd?: string | undefined;
  /** Environment variables that the program is started with. */
  readonly env: { readonly [name: string]: string };
  readonly exists: (file: string) => boolean;
}

/**
 * File extensions of programs, in the default order of preference. If the
 * environment variable PATHEXT contains any of them, only these are used, in
 * the order of PATHEXT.
 */
const KINDS = [".com", ".exe", ".bat", ".cmd"];

/**
 * Returns the command that starts a program on Windows. Batch files, such as
 * `npx` and `npm`, are started by cmd.exe with quoted arguments. The full path
 * of the batch file is used, so that a file in the working directory cannot
 * replace it.
 *
 * @throws Error if an argument of a batch file contains a line break, which
 *   cmd.exe cannot pass on.
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
 * Returns the path of the program file for a command, or undefined if no such
 * file exists.
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
  // Windows cannot start a file without an extension. Therefore, if the command
  // has no extension, only names with an added extension are tried.
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
 * Returns the value of an environment variable, ignoring the case of its name,
 * as Windows does.
 */
function getVariable(
  env: ProgramSearch["env"],
  name: string,
): string | undefined {
  const all = Object.entries(env).filter(([key]) => key.toUpperCase() === name);
  return all.at(-1)?.[1];
}

/**
 * Quotes an argument of a batch file. The quoting holds for cmd.exe, for the
 * batch file, and for the program that the batch file starts. Inside quotes,
 * `&` and similar characters have no special meaning. Quotes in the argument
 * are doubled. `%cd:~,%`, which expands to nothing, is inserted after each `%`,
 * so that no variable is expanded.
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
