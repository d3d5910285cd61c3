import type { ProtocolModel } from "../model/types.js";
import { nearest } from "../support/nearest.js";
import { OUTPUTS, type OutputName } from "./context.js";
import { hasApps } from "./facts/apps.js";
import { emitError } from "./diagnostics.js";

/**
 * Kinds of names that a user can pass on the command line. Each key is the code
 * of the error for an unknown name of the kind.
 */
const NAME_KINDS = { MCP220: "output", MCP224: "feature", MCP225: "transport" };

/**
 * For each output, the other outputs that it imports. They are added to the
 * selection, because the output would not type-check without them.
 */
const REQUIRED_OUTPUTS: Readonly<
  Partial<Record<OutputName, readonly OutputName[]>>
> = {
  methods: ["types"],
  validators: ["types"],
  server: ["types", "methods", "validators"],
  client: ["types", "methods", "validators"],
  app: ["types", "validators"],
};

/**
 * Outputs that are generated without `--only`: all outputs except the two that
 * consist of JSON data.
 */
const DEFAULT_OUTPUTS: readonly OutputName[] = OUTPUTS.filter(
  (name) => name !== "json-schema" && name !== "corpus",
);

/**
 * Returns the outputs that `--only` selects, and the outputs that the selected
 * ones import.
 *
 * @throws UserError if a name is not an output.
 */
export function selectOutputs(
  names: readonly string[],
): ReadonlySet<OutputName> {
  const asked = parseNames(names, OUTPUTS, "MCP220", DEFAULT_OUTPUTS);
  return addRequired(asked, REQUIRED_OUTPUTS);
}

/**
 * Returns the given names together with all names that they require, directly
 * or indirectly.
 */
export function addRequired<Name extends string>(
  names: readonly Name[],
  needs: Readonly<Partial<Record<Name, readonly Name[]>>>,
): ReadonlySet<Name> {
  const all = new Set(names);
  // A loop over a `Set` also visits entries that are added during the loop.
  for (const name of all) needs[name]?.forEach((required) => all.add(required));
  return all;
}

/**
 * Checks that a schema has a protocol version if `--only` names the server or
 * the client, because peers exchange the version.
 *
 * @throws UserError if the version is missing.
 */
export function requireVersion(
  model: ProtocolModel,
  only: readonly string[],
): void {
  const asked = only.filter((name) => name === "server" || name === "client");
  if (model.protocolVersion !== null || asked.length === 0) return;
  const message = `Cannot generate ${asked.join(" and ")}: ${model.source.file} declares no protocol version.`;
  throw emitError("MCP221", message);
}

/**
 * Checks that a schema has the apps extension if `--only` names `app`.
 *
 * @throws UserError if no schema has the extension.
 */
export function requireApps(
  models: readonly ProtocolModel[],
  only: readonly string[],
): void {
  if (!only.includes("app") || models.some(hasApps)) return;
  const message =
    "Cannot generate app: the output needs the option --extension apps.";
  throw emitError("MCP226", message);
}

/**
 * Checks that the option `--templates` is given if `--only` names `templates`.
 *
 * @throws UserError if the option is missing.
 */
export function requireTemplates(
  folder: string | undefined,
  only: readonly string[],
): void {
  if (folder !== undefined || !only.includes("templates")) return;
  const message =
    "`--only templates` needs a template folder, but --templates is missing.";
  throw emitError("MCP222", message);
}

/**
 * Returns the given names after checking that each is known. Returns `all` if
 * no name is given.
 *
 * @throws UserError with `code` if a name is unknown.
 */
export function parseNames<Name extends string>(
  given: readonly string[],
  names: readonly Name[],
  code: keyof typeof NAME_KINDS,
  all = names,
): readonly Name[] {
  const known = given.map((name) => {
    const found = names.find((candidate) => candidate === name);
    if (found) return found;
    const hint = nearest(name, names);
    const question = hint ? ` Did you mean "${hint}"?` : "";
    throw emitError(code, `Unknown ${NAME_KINDS[code]} "${name}".${question}`);
  });
  return known.length === 0 ? all : known;
}
