/** Asks for variables of a configuration that are not set. */
import { isObject } from "../../validation/guards.js";
import { getProcess } from "../../transport/streams.js";
import { parseServers } from "./config.js";
import { parseJsonWithPositions } from "./json-places.js";
import { getEditorVariables } from "./variables.js";
import type { ConfigOptions, ServerConfigs } from "./config.js";
import type { ConfigFields } from "./values.js";

/**
 * Names that can be asked for, such as `TOKEN` or `input:key`. Variables such
 * as `config:x` can only be resolved by the editor that defines them.
 */
const ASKABLE = /^(?:input:.+|[A-Za-z_]\w*)$/;

/**
 * Parses a configuration like {@link parseServers}, and asks once for each
 * variable that is not set and that an enabled server needs. Values can come
 * from a keychain or from the user, and never appear in messages. If `ask`
 * returns `undefined`, the variable's default is used; without a default, the
 * server is omitted.
 *
 * @param ask Callback that returns the value of a variable. The name is `NAME`
 *   for `${NAME}` and `${env:NAME}`, or `input:NAME` for `${input:NAME}`. For
 *   inputs, the second argument is the entry with that `id` in the file's
 *   `inputs`.
 * @throws ConfigError for the same reasons as `parseServers`; errors of `ask`
 *   are passed on.
 */
export async function askForServers(
  text: string,
  ask: (
    name: string,
    input: ConfigFields | undefined,
  ) => string | undefined | Promise<string | undefined>,
  options: ConfigOptions = {},
): Promise<ServerConfigs> {
  const { variables = getProcess("askForServers()").env, strict } = options;
  const missing = new Set<string>();
  const recordingVariables = new Proxy(variables, {
    getOwnPropertyDescriptor(target, name) {
      const descriptor = Object.getOwnPropertyDescriptor(target, name);
      if (!descriptor) missing.add(String(name));
      return descriptor;
    },
  });
  const silent = { ...options, strict: false, onProblem: () => {} };
  parseServers(text, { ...silent, variables: recordingVariables });
  const { inputs } = Object(
    parseJsonWithPositions(text, !strict).value,
  ) as ConfigFields;
  const editorVariables = getEditorVariables(options.folder);
  const given = { ...variables };
  for (const name of missing)
    if (ASKABLE.test(name) && !Object.hasOwn(editorVariables, name))
      given[name] = await ask(
        name,
        (Array.isArray(inputs) ? inputs : []).find(
          (input) => isObject(input) && `input:${String(input.id)}` === name,
        ),
      );
  return parseServers(text, { ...options, variables: given });
}
