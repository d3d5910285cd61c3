/**
 * One run of a client with two honest servers and a hostile server. The seed
 * determines the options of the client and all answers of the hostile peers.
 */
import { getEventListeners } from "node:events";
import { random } from "../../models/mutations.js";
import {
  withVirtualClock,
  type VirtualClock,
} from "../../time/virtual-clock.js";
import { Hostile } from "./hostile.js";
import { HonestIssuer, type Secret } from "./honest.js";
import { Network, type Seen } from "./network.js";
import {
  answerIdp,
  createOptions,
  createSettings,
  IDP,
  type Settings,
} from "./settings.js";
import { http } from "../../../../runtime/http/client/client.js";
import { oauth, type OAuth } from "../../../../runtime/oauth/client/oauth.js";
import { memoryStore } from "../../../../runtime/oauth/client/stores/store.js";
import type { Below } from "../../models/mutations.js";
import type { Transport } from "../../../../runtime/transport/transport.js";

/** Time after which the simulated program cancels a call, in milliseconds. */
const PATIENCE = 120_000;
/** Maximum time that an honest server takes to answer, in milliseconds. */
const HONEST_TIME = 5_000;
/**
 * Maximum number of requests that one call may cause. Polls for a device code
 * do not count.
 */
const MAX_REQUESTS = 220;
/** Maximum number of times that the client may poll for one device code. */
const MAX_POLLS = 3_600;
const MAX_PAGES = 3;
const PAGE_WINDOW = 600_000;
/** Maximum number of bytes that the client may read of one document. */
const MAX_BODY = 2 * 262_144;
/** Maximum length of the store's content, in characters. */
const MAX_STORE = 2_000_000;

/**
 * Error that the simulated program causes: it cancels a call, or a callback
 * such as the opening of the browser fails.
 */
class UserError extends Error {}

export class SeedRun {
  readonly problems: string[] = [];
  /** Outcomes of the calls to the hostile server, in order. */
  readonly ends: string[] = [];
  readonly settings: Settings;
  readonly #below: Below;
  readonly #clock: VirtualClock;
  readonly #network: Network;
  readonly #hostile: Hostile;
  readonly #honest: readonly HonestIssuer[];
  readonly #secrets = new Map<string, Secret>();
  readonly #authorize: OAuth;
  readonly #pages: { readonly at: number; readonly isExplicit: boolean }[] = [];
  /**
   * Number of sign-ins at the hostile server that the simulated program has
   * started with `signIn`, without a tool call.
   */
  #explicit = 0;
  #calls = 0;
  readonly #signals: AbortSignal[] = [];
  #polls = 0;
  #isConsented = false;
  #stored = 0;

  constructor(seed: number, clock: VirtualClock) {
    this.#clock = clock;
    this.#below = random(seed);
    this.settings = createSettings(seed, this.#below);
    const { honest, evilServer } = this.settings;
    this.#honest = ["honest", "second"].map(
      (name) => new HonestIssuer(name, honest, this.#secrets),
    );
    const honestServers = this.#honest.map(({ server }) => server);
    const honestIssuers = this.#honest.map(({ issuer }) => issuer);
    const [honestServer = ""] = honestServers;
    const [honestIssuer = ""] = honestIssuers;
    const peers = { evilServer, honestServer, honestIssuer };
    this.#hostile = new Hostile(this.#below, peers, this.settings);
    const secrets = this.#secrets;
    this.#network = new Network(
      (seen) => this.#check(seen),
      (seen) => {
        const { url } = seen;
        if (url.origin === IDP)
          return answerIdp(seen, { secrets, honestIssuers });
        if (this.#hostile.owns(url)) return this.#hostile.answer(seen);
        const host = this.#honest.find(
          ({ issuer, server }) =>
            url.origin === issuer || url.origin === new URL(server).origin,
        );
        return host?.answer(seen) ?? new Error("There is no such host");
      },
    );
    const options = createOptions(this.settings, {
      network: this.#network,
      secrets,
      honestServers,
      honestIssuers,
      open: (page, server) => this.#open(new URL(page), server),
      show: (server) => this.#show(server),
      consent: () => this.#consent(),
    });
    this.#authorize = oauth({ ...options, store: this.#createStore() });
  }

  get network(): Network {
    return this.#network;
  }

  async run(): Promise<void> {
    const [first, second] = this.#honest;
    if (!first || !second) return;
    const { evilServer } = this.settings;
    const clock = this.#clock;
    const honest = this.#connect(first.server);
    const other = this.#connect(second.server);
    const evil = this.#connect(evilServer);
    let left = 0;
    const start = (run: () => Promise<unknown>): void => {
      left += 1;
      void run().finally(() => (left -= 1));
    };
    const expect = async (
      name: string,
      call: Promise<string>,
    ): Promise<void> => {
      const began = clock.now;
      const end = await call;
      const took = clock.now - began;
      if (end !== "result" || took > HONEST_TIME)
        this.problems.push(`the ${name} server: ${end} after ${took} ms`);
    };
    start(() => expect("first", honest.call()));
    await clock.run(() => left === 0, PATIENCE * 2);
    for (let count = 4 + this.#below(5); count > 0; count -= 1) {
      const delay = this.#below(30_000);
      const what = this.#below(8);
      start(async () => {
        await clock.wait(delay);
        this.#calls += 1;
        if (what === 0) return this.#signIn(evilServer);
        if (what === 1) return evil.notify();
        this.ends.push(await evil.call());
      });
    }
    start(async () => {
      await clock.wait(this.#below(30_000));
      await expect("second", other.call());
      await clock.wait(this.#below(30_000));
      await expect("second", other.call());
    });
    start(async () => {
      await clock.wait(this.#below(30_000));
      // The call may fail if the hostile server may use the same issuer. It may
      // then wait too long for the user's sign-in at the hostile server.
      const end = await honest.call();
      const mayWait = this.#isPermitted && this.settings.user !== "visit";
      if (end !== "result" && !mayWait)
        this.problems.push(`the first server: ${end}`);
    });
    await clock.run(() => left === 0, PATIENCE * 20);
    if (left > 0) this.problems.push(`${left} calls never end`);
    for (const { transport } of [honest, other, evil])
      start(async () => transport.close());
    await clock.run(() => left === 0, PATIENCE);
    await clock.run(() => false, 3_600_000);
    this.#checkEnd();
  }

  /**
   * Whether the hostile server has the same host as the honest server, with a
   * different path.
   */
  get #isShared(): boolean {
    return !this.settings.evilServer.includes("evil.example");
  }

  /** Whether the hostile server may get tokens of the honest issuer. */
  get #isPermitted(): boolean {
    return this.settings.servers === "all" || this.#isConsented;
  }

  #connect(url: string) {
    const waiting = new Map<unknown, (end: string) => void>();
    const transport: Transport = http(url, {
      authorize: this.#authorize,
      fetch: this.#network.fetch,
      maxMessage: 262_144,
    });
    transport.start({
      receive: (message: { id?: unknown; method?: string } | null) => {
        const { id, method } = Object(message);
        if (method === "ping")
          transport.send({ jsonrpc: "2.0", id, result: {} } as never);
        else waiting.get(id)?.("result");
      },
      failed: (id: unknown, problem: Error) => {
        this.#checkError(problem);
        waiting.get(id)?.(
          `failed: ${(problem.cause as { reason?: string })?.reason ?? problem.message.slice(0, 40)}`,
        );
      },
      closed: () => {},
      waiting: () => {},
    } as never);
    let last = 0;
    return {
      transport,
      call: (): Promise<string> =>
        new Promise((resolve) => {
          const id = `call-${(last += 1)}`;
          const timer = this.#clock.add(() => {
            const params = { requestId: id };
            const method = "notifications/cancelled";
            transport.send({ jsonrpc: "2.0", method, params });
            resolve("cancelled");
          }, PATIENCE);
          waiting.set(id, (end) => {
            this.#clock.remove(timer);
            resolve(end);
          });
          transport.send({ jsonrpc: "2.0", id, method: "tools/list" });
        }),
      notify: async () => {
        transport.send({ jsonrpc: "2.0", method: "notifications/x" });
      },
    };
  }

  async #signIn(server: string): Promise<void> {
    this.#explicit += 1;
    const end = new AbortController();
    const { signal } = end;
    const timer = this.#clock.add(
      () => end.abort(new UserError("enough")),
      PATIENCE,
    );
    await this.#authorize.signIn(server, { signal }).then(
      () => this.ends.push("signed in"),
      (error: Error) => {
        this.#checkError(error);
        this.ends.push(
          `signIn: ${(error as { reason?: string }).reason ?? error.message}`,
        );
      },
    );
    this.#clock.remove(timer);
    this.#signals.push(signal);
  }

  async #open(page: URL, server: string): Promise<string | undefined> {
    await this.#clock.wait(1_000);
    const isEvil = server === this.settings.evilServer;
    if (isEvil) {
      this.#pages.push({ at: this.#clock.now, isExplicit: this.#explicit > 0 });
      if (this.settings.user === "ignore") return new Promise(() => {});
      if (this.settings.user === "fail") throw new UserError("no browser");
    }
    const host = this.#honest.find(({ issuer }) => issuer === page.origin);
    const back = host?.agree(page) ?? this.#hostile.redirect(page);
    if (this.settings.grant !== "loopback") return back;
    if (URL.canParse(back)) this.#network.visit(back);
    return undefined;
  }

  async #show(server: string): Promise<void> {
    if (server !== this.settings.evilServer) return;
    this.#pages.push({ at: this.#clock.now, isExplicit: this.#explicit > 0 });
    if (this.settings.user === "ignore") return new Promise(() => {});
    if (this.settings.user === "fail") throw new UserError("no screen");
  }

  async #consent(): Promise<boolean> {
    await this.#clock.wait(1_000);
    const { consent } = this.settings;
    if (consent === "never") return new Promise(() => {});
    this.#isConsented ||= consent === "agree";
    return consent === "agree";
  }

  /**
   * Checks that the client sends each secret only to the peer for which the
   * secret is meant.
   */
  #check({ url, headers, body, form, token }: Seen): void {
    const basic =
      /^Basic (.*)$/.exec(headers["authorization"] ?? "")?.[1] ?? "";
    const text = [
      url.href,
      JSON.stringify(headers),
      body,
      ...form.values(),
      Buffer.from(basic, "base64").toString(),
    ].join("\n");
    const { origin, pathname } = url;
    if (/[^\x20-\x7e]/.test(Object.values(headers).join("")))
      this.problems.push("a header contains control characters");
    if (
      token?.startsWith("evil") &&
      !this.#hostile.owns(url) &&
      !this.#isShared
    )
      this.problems.push(`a token of the hostile issuer was sent to ${origin}`);
    for (const [secret, { what, origin: owner, resource }] of this.#secrets) {
      if (!text.includes(secret)) continue;
      if (origin !== owner)
        this.problems.push(`${what} of ${owner} was sent to ${url.href}`);
      else if (resource === undefined) this.#checkResource(what, form, owner);
      else if (
        token === secret &&
        !isWithin(pathname, new URL(resource).pathname)
      )
        this.problems.push(`${what} for ${resource} was sent to ${url.href}`);
    }
    const payload = token?.split(".")[1];
    const aud = payload && readAudience(payload);
    const audiences = [aud ?? []].flat();
    if (
      audiences.length > 0 &&
      !audiences.some((name) => String(name).startsWith(origin))
    )
      this.problems.push(`a token for ${String(aud)} was sent to ${url.href}`);
    if (form.get("grant_type")?.endsWith("device_code")) this.#polls += 1;
  }

  #checkResource(what: string, form: URLSearchParams, owner: string): void {
    const resource = form.get("resource") ?? "";
    if (this.#honest.some(({ server }) => server === resource)) return;
    const { evilServer } = this.settings;
    const { origin } = new URL(evilServer);
    const isEvil = origin.includes("evil")
      ? resource.startsWith(origin)
      : resource.startsWith(evilServer);
    if (!isEvil || (!this.#isPermitted && owner !== IDP))
      this.problems.push(`${what} was sent for the resource ${resource}`);
  }

  /**
   * Checks that an error of a call has a documented class, and that its message
   * contains neither secrets nor control characters.
   */
  #checkError(error: Error): void {
    if (error instanceof UserError || error.cause instanceof UserError) return;
    const { name, cause } = error;
    if (name !== "OAuthError" && name !== "ConnectionError")
      this.problems.push(`undocumented error ${name}: ${error.message}`);
    const isOAuth = (cause as Error | undefined)?.name === "OAuthError";
    const texts = [error, ...(isOAuth ? [cause as Error] : [])].flatMap(
      (shown) => [shown.message, (shown as { reason?: string }).reason ?? ""],
    );
    const sent = [...this.#secrets.keys(), ...this.#hostile.heard].filter(
      ({ length }) => length >= 8,
    );
    for (const text of texts) {
      if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text))
        this.problems.push(`control characters in: ${JSON.stringify(text)}`);
      if (text.length > (name === "OAuthError" ? 501 : 10_000))
        this.problems.push(
          `a message of ${text.length} characters: ${text.slice(0, 200)}`,
        );
      for (const secret of sent)
        if (text.includes(secret))
          this.problems.push(
            `the secret ${secret} is in: ${text.slice(0, 300)}`,
          );
    }
  }

  #checkEnd(): void {
    const { open, longest, requests } = this.#network;
    const { length } = this.#pages;
    for (const signal of this.#signals)
      if (!signal.aborted && getEventListeners(signal, "abort").length > 0)
        this.problems.push("signIn leaves a listener");
    if (open !== 0)
      this.problems.push(`${open} requests, bodies or ports are open`);
    if (this.#clock.open > 0)
      this.problems.push(`${this.#clock.open} timers are open`);
    if (longest > MAX_BODY) this.problems.push(`${longest} bytes were read`);
    if (this.#stored > MAX_STORE)
      this.problems.push(`${this.#stored} characters are stored`);
    const sent = [...requests]
      .filter(([origin]) => origin.includes("evil"))
      .reduce((sum, [, count]) => sum + count, 0);
    if (sent - this.#polls > MAX_REQUESTS * this.#calls)
      this.problems.push(`${sent} requests for ${this.#calls} calls`);
    if (this.#polls > MAX_POLLS * (length + 2))
      this.problems.push(`${this.#polls} polls for ${length} pages`);
    for (const { at } of this.#pages) {
      const within = this.#pages.filter(
        (page) => page.at >= at && page.at < at + PAGE_WINDOW,
      );
      if (within.length > MAX_PAGES + this.#explicit)
        this.problems.push(`${within.length} pages within ten minutes`);
    }
  }

  /** Returns a store in memory that measures its content. */
  #createStore() {
    const store = memoryStore();
    const lengths = new Map<string, number>();
    return {
      get: (key: string) => store.get(key),
      swap: (
        key: string,
        old: string | undefined,
        next: string | undefined,
      ) => {
        const isDone = store.swap(key, old, next);
        if (isDone) lengths.set(key, key.length + (next?.length ?? 0));
        this.#stored = Math.max(
          this.#stored,
          [...lengths.values()].reduce((sum, length) => sum + length, 0),
        );
        return isDone;
      },
    };
  }
}

/** Returns whether a path equals `parent` or is below `parent`. */
function isWithin(path: string, parent: string): boolean {
  return `${path}/`.startsWith(parent.endsWith("/") ? parent : `${parent}/`);
}

function readAudience(payload: string): unknown {
  try {
    const text = Buffer.from(payload, "base64url").toString();
    return (JSON.parse(text) as { aud?: unknown }).aud;
  } catch {
    return undefined;
  }
}

/**
 * Runs the client with a seed. Returns the violated rules and the outcomes of
 * the calls.
 */
export async function runSeed(
  seed: number,
): Promise<Pick<SeedRun, "problems" | "ends" | "settings">> {
  const rejections: string[] = [];
  const reject = (error: unknown): void => {
    rejections.push(
      `unhandled rejection: ${String((error as Error)?.stack ?? error)}`,
    );
  };
  process.on("unhandledRejection", reject);
  const { getBuiltinModule } = process;
  try {
    return await withVirtualClock(async (clock) => {
      const run = new SeedRun(seed, clock);
      process.getBuiltinModule = ((name: string) =>
        name === "node:http"
          ? run.network.http
          : getBuiltinModule(name)) as typeof getBuiltinModule;
      await run.run();
      run.problems.push(...rejections);
      return run;
    });
  } finally {
    process.getBuiltinModule = getBuiltinModule;
    process.off("unhandledRejection", reject);
  }
}
