/** How programs are started on Windows, where some are files for cmd.exe. */

/** A program as it is given to the platform. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether it is a batch file, whose `args` are quoted already. */
  readonly batch: boolean;
}

/** Where a program is looked for. */
export interface SearchPlace {
  readonly cwd?: string | undefined;
  /** The variables that it will have. */
  readonly env: { readonly [name: string]: string };
  readonly exists: (file: string) => boolean;
}

/** What can be started, in the order of preference where none is set. */
const KINDS = [".com", ".exe", ".bat", ".cmd"];

/**
 * What starts a command. Batch files, such as `npx` and `npm` are, cannot be
 * started by themselves: cmd.exe is told their full path, so that nothing in the
 * working folder takes their place, and arguments that it can only pass on.
 *
 * @throws Error for an argument that no batch file can be given.
 */
export function windowsStart(
  command: string,
  args: readonly string[],
  place: SearchPlace,
): Start {
  const file = findProgram(command, place) ?? command;
  if (!/\.(bat|cmd)$/i.test(file)) return { command, args, batch: false };
  const line = [file, ...args].map(quoted).join(" ");
  return {
    command: variable(place.env, "COMSPEC") ?? "cmd.exe",
    args: ["/e:on", "/v:off", "/d", "/s", "/c", `"${line}"`],
    batch: true,
  };
}

/** The file that a command names; undefined when there is none. */
function findProgram(command: string, { cwd, env, exists }: SearchPlace) {
  const path = command.replaceAll("/", "\\");
  const rooted = /^([a-z]:)?\\/i.test(path);
  const folders = path.includes("\\")
    ? [rooted || cwd === undefined ? "" : `${cwd}\\`]
    : (variable(env, "PATH") ?? "")
        .split(";")
        .map((folder) => folder.replaceAll('"', "").replace(/\\?$/, "\\"))
        .filter((folder) => folder !== "\\");
  const known = (variable(env, "PATHEXT") ?? "").toLowerCase().split(";");
  const order = known.filter((kind) => KINDS.includes(kind));
  const kinds = order.length === 0 ? KINDS : order;
  // What has no ending is no program, even if there is a file of that name.
  const own = KINDS.some((kind) => path.toLowerCase().endsWith(kind));
  return folders
    .flatMap((folder) =>
      ["", ...kinds].slice(own ? 0 : 1).map((kind) => folder + path + kind),
    )
    .find(exists);
}

/** Names of variables are the same in capitals. */
function variable(env: SearchPlace["env"], name: string): string | undefined {
  const all = Object.entries(env).filter(([key]) => key.toUpperCase() === name);
  return all.at(-1)?.[1];
}

/**
 * An argument that means itself to cmd.exe, to a batch file that passes it on,
 * and to the program that gets it: always in quotes, where `&` and its like mean
 * nothing, with quotes doubled, and with a `%` that begins no variable, since one
 * that is cut to nothing follows it.
 */
function quoted(arg: string): string {
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
