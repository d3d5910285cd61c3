/**
 * Client projects: the initial files of a new project, and the generated files.
 */
import { existsSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import type { OutputFile } from "../../emit/context.js";
import { quote } from "../../emit/print/syntax.js";
import { exportsType } from "../../emit/facts/protocol-facts.js";
import type { Diagnostic } from "../../support/errors.js";
import { newError } from "../diagnostics.js";
import {
  isUrl,
  splitCommand,
  type ServerAddress,
} from "../manifest/address.js";
import { packageName } from "../names.js";
import type { Auth, MadeFiles, ProjectInput, ProjectSide } from "../project.js";
import { templateFiles } from "../render.js";
import { findVariables, hideSecrets } from "../secrets.js";
import { apiFiles } from "./api-files.js";

/**
 * File that contains the listing (tools, prompts and resources) of the server
 * for which a client is typed.
 */
const LISTING = "server.json";

/** Features of the generated runtime that the files of a new client use. */
const FEATURES = ["host", "sampling", "elicitation", "roots"];
const TRANSPORTS = ["stdio", "http", "sse", "memory"];

/** File that sets up OAuth sign-in. */
const SIGN_IN_FILE = "src/sign-in.ts";

/**
 * Returns the functions with which `mcp-codegen new` creates client projects.
 * Types are generated from the tools, prompts and resources of the server
 * `from`, if given. `config` is the path of a configuration file with the
 * servers of a new project.
 */
export function clientSide(
  from: ServerAddress | undefined,
  auth: Auth = "none",
  config?: string,
): ProjectSide {
  const getFeatures = (oauth: boolean): readonly string[] =>
    oauth ? [...FEATURES, "oauth"] : FEATURES;
  const oauth = auth === "oauth";
  return {
    side: "client",
    // Generate a server as well: the tests of the project connect the client to
    // it.
    outputs: ["client", "server"],
    usedByNew: () => ({
      features: getFeatures(oauth),
      transports: TRANSPORTS,
      extensions: [],
    }),
    usedByUpdate: (folder, { transports, extensions }) => ({
      features: getFeatures(existsSync(join(folder, SIGN_IN_FILE))),
      added: [],
      transports,
      extensions,
    }),
    make: (input) => makeClient(input, from, oauth, config),
    ownSource(folder) {
      const file = join(folder, LISTING);
      return existsSync(file) ? file : undefined;
    },
  };
}

async function makeClient(
  { folder, model, source, isAsked, fresh }: ProjectInput,
  from: ServerAddress | undefined,
  oauth: boolean,
  config: string | undefined,
): Promise<MadeFiles> {
  const api = source ? await apiFiles(source.listing, model) : null;
  const warnings = [...(api?.warnings ?? [])];
  const own: OutputFile[] = [];
  if (source && isAsked) own.push({ path: LISTING, text: source.text });
  if (fresh !== null) {
    const { name, generator } = fresh;
    // With `--config`, `from` is the name of the server in the configuration
    // file.
    const server = from?.server
      ? from.from
      : (packageName(source?.peer?.info?.name ?? name) ?? name);
    const data = {
      name,
      nameJson: quote(name),
      server,
      serverJson: quote(server),
      generatorJson: quote(generator),
      typed: source !== null,
      oauth,
      elicitation: exportsType(model, "ElicitResult"),
    };
    own.push(
      ...templateFiles("project", data),
      ...templateFiles("client", data),
    );
    const text = config
      ? await copyServers(config, from, warnings)
      : toText({
          mcpServers: from
            ? { [server]: createConfig(from, folder, warnings) }
            : {},
        });
    own.push({ path: "mcp.json", text });
  }
  return { generated: api?.files ?? [], files: own, warnings };
}

async function copyServers(
  file: string,
  from: ServerAddress | undefined,
  warnings: Diagnostic[],
): Promise<string> {
  const { readConfigFile, toMcpJson } =
    await import("../manifest/config-file.js");
  const copied = toMcpJson(await readConfigFile(file));
  // With `--from`, omit the warnings MCP631, because the command has already
  // printed them.
  warnings.push(
    ...copied.warnings.filter(({ code }) => !from || code !== "MCP631"),
  );
  return toText(copied.json);
}

function toText(config: object): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}

/**
 * Returns the server as an entry for the configuration of a desktop host.
 * The entry contains variables instead of secrets. A warning lists their names.
 */
function createConfig(
  address: ServerAddress,
  folder: string,
  warnings: Diagnostic[],
): object {
  const { from, inheritEnv = false } = address;
  const stored = hideSecrets(address);
  const { headers, env, from: hidden } = stored;
  const names = findVariables(stored);
  const warn = (message: string): void =>
    void warnings.push(newError.warning("MCP624", `mcp.json ${message}`));
  if (names.length > 0)
    warn(`reads ${names.join(", ")} from environment variables.`);
  if (inheritEnv)
    warn("does not list the environment variables that the server inherits.");
  if (isUrl(from)) return { url: hidden, ...(headers && { headers }) };
  const [command, ...args] = splitCommand(hidden);
  // The member `cwd` is added to a command with relative paths. The command
  // then also works when it is started from the project's folder.
  const here = [command ?? "", ...args].some(
    (word) => !isAbsolute(word) && existsSync(word),
  );
  return {
    command,
    args,
    ...(env && { env }),
    ...(here ? { cwd: relative(folder, ".") || "." } : {}),
  };
}
