/** What `client.ts` imports for hosts, and passes on. */
import { fromRuntime, type ModuleNames } from "../print/imports.js";

/** Functions and types that are passed on, by module of `runtime/host`. */
const PASSED = {
  audit: {
    names: ["auditFile"],
    types: ["Audit", "AuditEntry", "AuditFileOptions", "Decision"],
  },
  config: {
    names: ["ConfigError", "parseServers"],
    types: ["ConfigOptions", "ConfigProblem", "ServerConfigs"],
  },
  consent: { names: [], types: ["Consent", "ConsentHooks", "ConsentStore"] },
  lists: { names: [], types: ["ListName"] },
  names: { names: ["joinName", "joinUri", "splitName", "splitUri"], types: [] },
  server: { names: [], types: ["ServerState"] },
  "server-config": {
    names: [],
    types: ["HttpServerConfig", "ServerConfig", "StdioServerConfig"],
  },
  settings: {
    names: [],
    types: ["ConnectReport", "HostLimits", "HostSettings"],
  },
  types: { names: [], types: ["HostOf"] },
} as const;

/** Names of `client.ts` that come from there. */
export const HOST_EXPORTS: readonly string[] = Object.values(PASSED).flatMap(
  ({ names, types }) => [...names, ...types],
);

/** The modules of `runtime/host` that `client.ts` needs. */
export function hostModules(runtime: string): {
  readonly imports: readonly ModuleNames[];
  readonly exports: readonly ModuleNames[];
} {
  const { values, types } = fromRuntime(runtime);
  return {
    imports: [
      values("host", "HostCore"),
      types("client", "HostedClient"),
      types("settings", "HostSettings"),
      types("types", "HostOf"),
    ],
    exports: Object.entries(PASSED).flatMap(([module, passed]) => [
      values(module, ...passed.names),
      types(module, ...passed.types),
    ]),
  };
}
