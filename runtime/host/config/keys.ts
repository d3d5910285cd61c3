/**
 * Keys that a server entry can have in the configuration files of MCP hosts.
 * Includes keys that only other programs use.
 */
import { nearestWord } from "./nearest.js";
import type { ConfigPath } from "./values.js";

/**
 * Paths in a server entry, by the meaning of the value at the path. Programs
 * use different keys for the same meaning, so each text can contain several
 * paths, separated by spaces. Dots separate the keys of a path. The first path
 * with a value takes precedence.
 */
const PLACES = {
  command: "command.path command.0 command transport.command cmd",
  args: "args command.args transport.args",
  env: "env environment envs command.env transport.env",
  /** Names of environment variables that the host passes on to the server. */
  envNames: "env_vars env_keys",
  envFile: "envFile",
  cwd: "cwd working_directory workingDirectory transport.cwd",
  url: "httpUrl serverUrl url baseUrl uri transport.url",
  headers:
    "headers http_headers requestInit.headers requestOptions.headers transport.headers",
  /**
   * Object that maps the name of each header to the name of the variable with
   * the header's value.
   */
  headerVariables: "env_http_headers",
  token: "apiKey",
  /** Name of the variable that contains the bearer token. */
  tokenVariable: "bearer_token_env_var",
  type: "type transportType transport.type transport",
  on: "enabled isActive active start_on_launch",
  off: "disabled",
  disabledTools: "disabledTools excludeTools disabled_tools",
  includeTools: "includeTools enabledTools enabled_tools",
  /** Names of the tools to expose. An empty list exposes all tools. */
  availableTools: "available_tools",
  /**
   * Array with the names of the tools to expose, or object that maps the name
   * of each tool to its settings.
   */
  tools: "tools",
  timeout: "timeout",
  timeoutMs: "requestTimeout requestOptions.timeout",
  timeoutSeconds: "tool_timeout_sec read_timeout_seconds",
} as const;

export type ConfigMeaning = keyof typeof PLACES;

/**
 * Reasons why a server is not used, by the key of an unsupported setting in its
 * entry. Without the setting, the server would run, or would be called, in
 * another way than the file says.
 */
const REFUSED: { readonly [key: string]: string } = {
  sandboxEnabled: "the host has no sandbox",
  headersHelper: "the host runs no command for headers",
  proxy: "the host uses no proxy",
  registryUrl:
    "the host sets no package registry; set the registry's variable in env",
  bearer_token: "write the name of a variable in bearer_token_env_var",
  experimental_environment: "the host starts servers only locally",
  tcp: "the host connects only over stdio and HTTP",
};

/**
 * Keys of settings that only other programs support. The host reports these
 * keys, but still uses the server.
 */
const UNSUPPORTED = `
  watchPaths dev sandbox settings remote alwaysLoad roots required
  authProviderType targetAudience targetServiceAccount oauth oauth_resource auth
  scopes requiresOAuth customUserVars serverInstructions startup
  connectionTimeout startup_timeout_sec startup_timeout_ms initTimeout stderr
  supports_parallel_tool_calls longRunning protocolEra modernLogLevel taskTtl
  autoRefreshOnListChanged paginatedLists advertisedExtensions maxFetchRequests metadata
`;

/**
 * Keys that the host ignores without a report: keys that describe a server, and
 * keys that allow tool calls without asking the user. The consent hooks of the
 * host decide about tool calls.
 */
const IGNORED = `
  alwaysAllow autoApprove trust default_tools_approval_mode
  disabledAutoApproveTools extension gallery version registry source
  bundled id name title displayName display_name description note icon iconPath
  iconUrl logoUrl faviconUrl tags provider providerUrl reference searchKey
  serverName sourceFile chatMenu installSource isTrusted installedAt trustedAt
  shouldConfig
`;

/** Keys of a server entry that are accepted if `strict` is set. */
const STRICT_KEYS =
  "command args env cwd url headers type disabled autoApprove timeout description";

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * Returns all paths in a server entry at which the value for `meaning` can be.
 * If `strict` is set, keys that only other programs use are left out.
 */
export function getPlaces(
  meaning: ConfigMeaning,
  strict = false,
): readonly ConfigPath[] {
  const accepted = words(STRICT_KEYS);
  return PLACES[meaning]
    .split(" ")
    .filter((place) => !strict || accepted.includes(place))
    .map((place) => place.split("."));
}

/** Returns whether the host uses the value of a configuration key. */
export function isUsedKey(key: string): boolean {
  return getUsedKeys().includes(key);
}

function getUsedKeys(): readonly string[] {
  return words(Object.values(PLACES).join(" ")).map(
    (place) => place.split(".", 1)[0] ?? "",
  );
}

/**
 * Returns a description of the problem if a key is unknown, and `undefined` if
 * the key is known.
 */
export function findKeyProblem(
  key: string,
  strict: boolean,
): string | undefined {
  const known = strict
    ? words(STRICT_KEYS)
    : [
        ...getUsedKeys(),
        ...Object.keys(REFUSED),
        ...words(UNSUPPORTED + IGNORED),
      ];
  // Keys such as `//` and `$schema`, which do not start with a letter, are not
  // settings.
  if (known.includes(key) || (!strict && /^[^a-z]/i.test(key)))
    return undefined;
  const meant = nearestWord(key, known);
  if (meant !== undefined) return `unknown key; did you mean ${meant}?`;
  return strict
    ? `unknown key; expected one of ${known.join(", ")}`
    : "unknown key";
}

/**
 * Returns the known keys of the object at `key` in a server entry, such as the
 * object at `requestInit`. Returns `undefined` if `key` is not known to contain
 * an object.
 */
export function getInnerKeys(key: string): readonly string[] | undefined {
  const inner = words(Object.values(PLACES).join(" "))
    .filter((place) => place.startsWith(`${key}.`))
    .map((place) => place.slice(key.length + 1));
  return inner.length > 0 ? inner : undefined;
}

/**
 * Returns the reason why the host cannot use a server with the setting `key`.
 * Returns `undefined` if the host can use a server with this setting.
 */
export function findRefusal(key: string): string | undefined {
  return Object.hasOwn(REFUSED, key) ? REFUSED[key] : undefined;
}

/**
 * Returns whether only other programs support the setting `key`. The host
 * reports such a setting.
 */
export function isUnsupported(key: string): boolean {
  return words(UNSUPPORTED).includes(key);
}
