/** Variables of a configuration that somebody is asked for. */
import { isObject } from "../../validation/guards.js";
import { processOf } from "../../transport/streams.js";
import { parseServers } from "./config.js";
import { parsePlaced } from "./json-places.js";
import { predefined } from "./variables.js";
import type { ConfigOptions, ServerConfigs } from "./config.js";
import type { ConfigFields } from "./values.js";

/** `TOKEN`, `input:key`; `config:x` and the like are what one program fills in. */
const ASKABLE = /^(?:input:.+|[A-Za-z_]\w*)$/;

/**
 * `parseServers`, which asks for each variable that a server in use needs and that
 * is not set, once; from a keychain, or the user. Values are in no message. For
 * undefined the default counts, or the server is left out.
 *
 * @param ask is given `NAME` for `${NAME}` and `${env:NAME}`, `input:NAME` for
 *   `${input:NAME}`, and of the file's `inputs` the one of that `id`
 * @throws ConfigError as `parseServers` does; whatever `ask` throws.
 */
export async function askForServers(
  text: string,
  ask: (
    name: string,
    input: ConfigFields | undefined,
  ) => string | undefined | Promise<string | undefined>,
  options: ConfigOptions = {},
): Promise<ServerConfigs> {
  const { variables = processOf("askForServers()").env, strict } = options;
  const missing = new Set<string>();
  const noticing = new Proxy(variables, {
    getOwnPropertyDescriptor(target, name) {
      const found = Object.getOwnPropertyDescriptor(target, name);
      if (!found) missing.add(String(name));
      return found;
    },
  });
  const silent = { ...options, strict: false, onProblem: () => {} };
  parseServers(text, { ...silent, variables: noticing });
  const { inputs } = Object(parsePlaced(text, !strict).value) as ConfigFields;
  const filledIn = predefined(options.folder);
  const given = { ...variables };
  for (const name of missing)
    if (ASKABLE.test(name) && !Object.hasOwn(filledIn, name))
      given[name] = await ask(
        name,
        (Array.isArray(inputs) ? inputs : []).find(
          (one) => isObject(one) && `input:${String(one.id)}` === name,
        ),
      );
  return parseServers(text, { ...options, variables: given });
}
