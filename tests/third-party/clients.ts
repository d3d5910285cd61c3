/**
 * Helpers that connect clients of old and new official SDKs, and read the lists
 * of a server with a client.
 */
import { existsSync } from "node:fs";
import { resolveInstalled, importInstalled } from "./programs.js";
import type { Command } from "./servers.js";

type List = "Tools" | "Prompts" | "Resources" | "ResourceTemplates";

/** Client methods that all SDK versions have in common. */
export type SdkClient = {
  readonly [method in `list${List}`]: (params?: object) => Promise<Page>;
} & {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getServerCapabilities(): { readonly [feature: string]: object } | undefined;
  callTool(params: object): Promise<Page>;
};

interface Page {
  readonly nextCursor?: string;
  readonly [member: string]: unknown;
}

type Constructor<T> = new (...args: readonly unknown[]) => T;
type Classes = { readonly [name: string]: Constructor<object> };

/**
 * Installed SDK package, and the HTTP transport with which the package is
 * tested.
 */
export interface Sdk {
  readonly name: string;
  readonly folder: string;
  readonly http: "sse" | "streamable";
  readonly options?: object;
}

const V2 = "@modelcontextprotocol/client";
const PIN = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const AUTO = { versionNegotiation: { mode: "auto" } };

/**
 * Capabilities that a generated client project declares. Some servers list more
 * entries for clients with these capabilities.
 */
const CAPABILITIES = { sampling: {}, elicitation: {} };

export const NEWEST: Sdk = {
  name: "SDK 1.32",
  folder: "@modelcontextprotocol/sdk",
  http: "streamable",
};

export const SDKS: readonly Sdk[] = [
  { name: "SDK 1.0", folder: "sdk-1.0", http: "sse" },
  { name: "SDK 1.8", folder: "sdk-1.8", http: "sse" },
  { name: "SDK 1.12", folder: "sdk-1.12", http: "streamable" },
  { name: "SDK 1.17", folder: "sdk-1.17", http: "streamable" },
  { name: "SDK 1.25", folder: "sdk-1.25", http: "streamable" },
  NEWEST,
  { ...NEWEST, name: "SDK 1.32 over SSE", http: "sse" },
  { name: "SDK 2.0", folder: "client-2.0", http: "streamable" },
  { name: "SDK 2.4", folder: V2, http: "streamable" },
  { name: "SDK 2.4, auto", folder: V2, http: "streamable", options: AUTO },
  { name: "SDK 2.4, newest", folder: V2, http: "streamable", options: PIN },
];

/** Connects a client to a server, calls `use`, and closes the client. */
export async function withClient<T>(
  sdk: Sdk,
  server: Command | URL,
  use: (client: SdkClient) => Promise<T>,
): Promise<T> {
  const { Client, transport } = await loadClasses(sdk, server);
  const client = new Client(
    { name: "world", version: "1.0.0" },
    { capabilities: CAPABILITIES, ...sdk.options },
  ) as SdkClient;
  await client.connect(transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function loadClasses(sdk: Sdk, server: Command | URL) {
  const module = findModules(sdk);
  const main = await module("index");
  const pick = (classes: Classes, name: string): Constructor<object> => {
    const found = classes[name];
    if (found) return found;
    throw new Error(`${sdk.folder} has no ${name}`);
  };
  const Client = pick(main, "Client");
  if (!(server instanceof URL)) {
    const Stdio = pick(await module("stdio"), "StdioClientTransport");
    return { Client, transport: new Stdio({ ...server, stderr: "ignore" }) };
  }
  const sse = sdk.http === "sse";
  // The SSE client of the first SDK versions needs the global EventSource of
  // browsers, which Node does not have.
  if (sse)
    Object.assign(
      globalThis,
      await importInstalled("eventsource/dist/index.js"),
    );
  const over = await module(sse ? "sse" : "streamableHttp");
  const name = sse ? "SSEClientTransport" : "StreamableHTTPClientTransport";
  return { Client, transport: new (pick(over, name))(server) };
}

/**
 * Returns a function that loads a module of an SDK package. The folder layout
 * differs between major versions.
 */
function findModules({ folder }: Sdk) {
  const v2 = existsSync(resolveInstalled(`${folder}/dist`) + "/index.mjs");
  const esm = existsSync(resolveInstalled(`${folder}/dist`) + "/esm")
    ? "esm/"
    : "";
  return (name: string): Promise<Classes> =>
    importInstalled(
      v2
        ? `${folder}/dist/${name === "stdio" ? "stdio" : "index"}.mjs`
        : `${folder}/dist/${esm}client/${name}.js`,
    );
}

const LISTS = [
  ["tools", "listTools", "tools", "name"],
  ["prompts", "listPrompts", "prompts", "name"],
  ["resources", "listResources", "resources", "uri"],
  ["resourceTemplates", "listResourceTemplates", "resources", "uriTemplate"],
] as const;

/** Names of the entries in each list of a server. */
export type Lists = Readonly<Record<(typeof LISTS)[number][0], unknown[]>>;

/** Reads all pages of all lists with the newest client of SDK 1.x. */
export function listWithSdk(server: Command | URL): Promise<Lists> {
  const sse = server instanceof URL && server.pathname === "/sse";
  const sdk: Sdk = sse ? { ...NEWEST, http: "sse" } : NEWEST;
  return withClient(sdk, server, async (client) => {
    const has = client.getServerCapabilities() ?? {};
    const lists = LISTS.map(async ([list, method, capability, key]) => [
      list,
      capability in has ? await readAllPages(client, method, list, key) : [],
    ]);
    return Object.fromEntries(await Promise.all(lists)) as Lists;
  });
}

async function readAllPages(
  client: SdkClient,
  method: (typeof LISTS)[number][1],
  list: string,
  key: string,
): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await client[method](cursor === undefined ? {} : { cursor });
    const items = page[list] as { readonly [key: string]: unknown }[];
    found.push(...items.map((item) => item[key]));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}
