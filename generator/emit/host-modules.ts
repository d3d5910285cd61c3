/** What `client.ts` imports for hosts, and passes on. */
import type { ModuleNames } from "./imports.js";

/** Functions and types that are passed on, by module of `runtime/host`. */
const PASSED = {
  audit: {
    names: ["auditFile"],
    types: ["Audit", "AuditEntry", "AuditFileOptions"],
  },
  config: {
    names: ["ConfigError", "parseServers"],
    types: ["ConfigOptions", "ConfigProblem", "ServerConfig", "ServerConfigs"],
  },
  consent: { names: [], types: ["Consent", "ConsentHooks", "ConsentStore"] },
  names: { names: ["joinName", "joinUri", "splitName", "splitUri"], types: [] },
  server: { names: [], types: ["ServerState"] },
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

export function hostModules(runtime: string): {
  readonly imports: readonly ModuleNames[];
  readonly exports: readonly ModuleNames[];
} {
  const from = (module: string): string => `${runtime}/host/${module}.js`;
  return {
    imports: [
      { from: from("host"), names: ["HostCore"] },
      { from: from("server"), names: ["HostedClient"], types: true },
      { from: from("settings"), names: ["HostSettings"], types: true },
      { from: from("types"), names: ["HostOf"], types: true },
    ],
    exports: Object.entries(PASSED).flatMap(([module, { names, types }]) => [
      { from: from(module), names },
      { from: from(module), names: types, types: true },
    ]),
  };
}
