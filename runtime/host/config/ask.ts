/**
 * Asks the caller for the values of variables that a configuration file uses
 * but that are not set.
 */
import { isObject } from "../../validation/guards.js";
import { parseConfig, readServers } from "./config.js";
import {
  getEditorVariables,
  getVariableSources,
  lookUpVariable,
} from "./variables.js";
import type { ConfigOptions, ServerConfigs } from "./config.js";
import type { ConfigFields } from "./values.js";

/**
 * Pattern of the variable names for which `ask` is called, such as `TOKEN` or
 * `input:key`. Names such as `config:x` do not match: only the editor that
 * defines such a variable knows its value.
 */
const ASKABLE = /^(?:input:.+|[A-Za-z_]\w*)$/;

/**
 * Parses a configuration in the same way as {@link parseServers}. For each
 * variable that an enabled server needs and that is not set, calls `ask` once.
 * The value can come from a keychain or from the user, and never appears in
 * messages. If `ask` returns `undefined`, the default in the configuration is
 * used. If there is no default either, the servers that need the variable are
 * omitted.
 *
 * @param ask Callback that returns the value of a variable. The name is `NAME`
 *   for `${NAME}` and `${env:NAME}`, or `input:NAME` for `${input:NAME}`. For
 *   an input, the second argument is the entry of the file's `inputs` whose
 *   `id` is `NAME`.
 * @throws ConfigError for the same reasons as `parseServers`. An error that
 *   `ask` throws is thrown unchanged.
 */
export async function askForServers(
  text: string,
  ask: (
    name: string,
    input: ConfigFields | undefined,
  ) => string | undefined | Promise<string | undefined>,
  options: ConfigOptions = {},
): Promise<ServerConfigs> {
  const document = parseConfig(text, options);
  const sources = getVariableSources(options.variables);
  const missing = new Set<string>();
  // This object returns an empty value for every variable. The parser therefore
  // reads the whole file, and the object records the variables that are not
  // set.
  const recordingVariables = new Proxy<{ [name: string]: string }>(
    {},
    {
      getOwnPropertyDescriptor(_target, name) {
        if (lookUpVariable(sources, String(name)) === undefined)
          missing.add(String(name));
        return { value: "", configurable: true, enumerable: true };
      },
      get: () => "",
    },
  );
  const silent = { ...options, strict: false, onProblem: () => {} };
  readServers(document, { ...silent, variables: recordingVariables });
  const { inputs } = Object(document.value) as ConfigFields;
  const editorVariables = getEditorVariables(options.folder);
  const given = { ...options.variables };
  for (const name of missing)
    if (ASKABLE.test(name) && !Object.hasOwn(editorVariables, name))
      given[name] = await ask(
        name,
        (Array.isArray(inputs) ? inputs : []).find(
          (input) => isObject(input) && `input:${String(input.id)}` === name,
        ),
      );
  return readServers(document, { ...options, variables: given });
}
