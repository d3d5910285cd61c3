/**
 * Types of generated modules and of their objects. Tests use them with any
 * revision.
 */
import type { ServerCore } from "../../../runtime/protocol/server-core.js";
import type { Listening } from "../../../runtime/http/platform/listen.js";
import type { Transport } from "../../../runtime/transport/transport.js";

export type Server = ServerCore;

export interface Fields {
  readonly [name: string]: unknown;
}

export interface ServerModule {
  createServer(info: object, handlers: object, options?: object): Server;
  completions(specification: object): object;
  fetchHandler(server: Server): (request: Request) => Promise<Response>;
  listen(server: Server, options?: object): Promise<Listening>;
  memory(): [Transport, Transport];
  prompts(entries: object): object;
  resources(entries: object, settings?: object): object;
  stdio(options?: object): Transport;
  tasks(settings: object): object;
  tools(entries: object): { set(name: string, entry: object): void };
  urlElicitationRequired(pages: object[]): Error;
}

export interface ClientModule {
  createClient(info: object, handlers?: object, options?: object): Client;
  createHost(info: object, options: object): Host;
  elicitation(options: object): {
    retry(send: () => Promise<unknown>, options?: object): Promise<unknown>;
    complete(id: string): void;
  };
  http(url: string, options?: object): Transport;
  outputValidator(): unknown;
  pickModel(models: object[], wishes?: object): { name: string };
  roots(given: unknown, settings?: object): { set(roots: unknown[]): void };
  sampling(options: object): object;
  spawn(command: string, args: readonly string[], options?: object): Transport;
}

export interface Client {
  connect(transport: object, options?: object): Promise<void>;
  request(method: string, params: object, options?: object): Promise<unknown>;
  callTool(params: object, options?: object): Promise<Result>;
  listTools(): Promise<Fields & { readonly tools: { name: string }[] }>;
  task(taskId: string): Task;
  readonly server: { readonly version: string; readonly instructions?: string };
  close(): Promise<void>;
}

interface Result extends Fields {
  readonly content: readonly { readonly text?: string }[];
}

export interface Task extends AsyncIterable<{ status: string }> {
  readonly taskId: string;
  status(): Promise<{ status: string }>;
  result(): Promise<Result>;
  cancel(): Promise<{ status: string }>;
}

/** Context object that handlers receive. */
export interface Context {
  readonly peer: { readonly capabilities: object };
  readonly task?: { readonly taskId: string };
  elicit(params: object, options?: object): Promise<{ action: string }>;
  sample(params: object): Promise<Fields>;
  roots(): Promise<{ roots: object[] }>;
  log(level: string, data: unknown): void;
  notify(method: string, params?: object): void;
  progress(progress: number): void;
  request(method: string, params: object): Promise<Fields>;
}

export interface Host {
  server(name: string): {
    readonly label: string;
    request(method: string, params: object): Promise<unknown>;
  };
  connect(): Promise<{
    connected: string[];
    failed: { server: string; error: Error }[];
  }>;
  readonly servers: {
    name: string;
    state: string;
    error?: Error;
    peer?: object;
  }[];
  add(name: string, config: object): Promise<void>;
  remove(name: string): Promise<void>;
  disable(name: string): Promise<void>;
  enable(name: string): Promise<void>;
  reconnect(name: string): Promise<void>;
  readonly tools: {
    name: string;
    inputSchema: object;
    server: string;
    original: { name: string; inputSchema: object };
  }[];
  readonly prompts: { name: string }[];
  readonly resources: { uri: string }[];
  readonly resourceTemplates: { uriTemplate: string }[];
  callTool(params: object, options?: object): Promise<Result>;
  readResource(params: object): Promise<{ contents: Fields[] }>;
  getPrompt(params: object, options?: object): Promise<{ messages: Fields[] }>;
  close(): Promise<void>;
}
