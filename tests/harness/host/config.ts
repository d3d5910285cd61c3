/** Reads `mcp.json` configuration files as a host does. */
import {
  parseServers,
  type ConfigProblem,
} from "../../../runtime/host/config/config.js";

const variables = { HOME: "/home/me", TOKEN: "secret", EMPTY: "" };

/**
 * Returns the servers of an `mcp.json` and the problems that were reported
 * while reading it.
 */
export function read(text: string, strict = false, more: object = {}) {
  const problems: ConfigProblem[] = [];
  const servers = parseServers(text, {
    file: "mcp.json",
    variables,
    folder: "/work/site",
    strict,
    onProblem: (problem) => problems.push(problem),
    ...more,
  });
  const said = problems.map(({ text }) => text.replace(/^mcp\.json:/, ""));
  return { servers, said, problems };
}

export function stdio(command: string, args: string[], env?: object): object {
  return { command, args, env, cwd: undefined };
}
