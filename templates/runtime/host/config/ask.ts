/** Variables of a configuration that somebody is asked for. */
import { isObject } from "../../validation/guards.js";
import { processOf } from "../../transport/streams.js";
import {
  parseServers,
  type ConfigOptions,
  type ServerConfigs,
} from "./config.js";
import { parsePlaced } from "./json-places.js";
import { predefined } from "./variables.js";

/** A variable that is not set. */
export interface MissingVariable {
  /** `${input:NAME}` of VS Code, or `${NAME}` and `${env:NAME}`. */
  readonly kind: "input" | "env";
  readonly name: string;
  /** What the file's `inputs` say of it. */
  readonly description?: string | undefined;
  /** Whether it is not to be shown as it is typed. */
  readonly password: boolean;
}

const INPUT = "input:";

/**
 * `parseServers`, which asks for each variable that a server in use needs and that
 * is not set, once; from a keychain, or the user. Values are in no message. For
 * undefined the default counts, or the server is left out.
 *
 * @throws ConfigError as `parseServers` does; whatever `ask` throws.
 */
export async function askForServers(
  text: string,
  ask: (
    variable: MissingVariable,
  ) => string | undefined | Promise<string | undefined>,
  options: ConfigOptions = {},
): Promise<ServerConfigs> {
  const { variables = processOf("askForServers()").env, strict } = options;
  const missing = new Set<string>();
  const noticing = new Proxy(variables, {
    getOwnPropertyDescriptor(target, name) {
      const found = Object.getOwnPropertyDescriptor(target, name);
      if (!found && typeof name === "string") missing.add(name);
      return found;
    },
  });
  parseServers(text, {
    ...options,
    strict: false,
    variables: noticing,
    onProblem: () => {},
  });
  const { inputs } = Object(parsePlaced(text, !strict).value) as {
    readonly inputs?: unknown;
  };
  const filledIn = predefined(options.folder);
  const given: { [name: string]: string | undefined } = { ...variables };
  for (const whole of missing) {
    const isInput = whole.startsWith(INPUT);
    // Such as `workspaceFolder`, or what other programs have besides.
    if (Object.hasOwn(filledIn, whole)) continue;
    if (!isInput && !/^[A-Za-z_]\w*$/.test(whole)) continue;
    const name = isInput ? whole.slice(INPUT.length) : whole;
    const { description, password } = Object(
      (Array.isArray(inputs) ? inputs : []).find(
        (one) => isInput && isObject(one) && one.id === name,
      ),
    ) as { readonly description?: unknown; readonly password?: unknown };
    given[whole] = await ask({
      kind: isInput ? "input" : "env",
      name,
      description: typeof description === "string" ? description : undefined,
      password: password === true,
    });
  }
  return parseServers(text, { ...options, variables: given });
}
