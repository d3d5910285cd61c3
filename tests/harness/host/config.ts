/** Configuration files, read as a host reads them. */
import {
  parseServers,
  type ConfigProblem,
} from "../../../runtime/host/config/config.js";

const variables = { HOME: "/home/me", TOKEN: "secret", EMPTY: "" };

/** The servers read from an `mcp.json`, and the problems reported, with places. */
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

/** A server that is a program. */
export function stdio(command: string, args: string[], env?: object): object {
  return { command, args, env, cwd: undefined };
}
