import type { RequestListener } from "node:http";
import { LIMITS } from "../../generator/source/pull/download/download.js";
import type { PullOptions } from "../../generator/source/pull/pull.js";
import { temporaryFolder } from "./folders.js";
import { FILES, TABLE } from "./pins.js";
import { serve, type TestServer } from "./servers.js";

export const REVISION = "2025-01-01";
export const TEXT = FILES[REVISION] as string;
export const PIN = TABLE.revisions[REVISION] as NonNullable<
  (typeof TABLE.revisions)[string]
>;
export const KEPT = `schema/${REVISION}-${PIN.sha256.slice(0, 12)}.ts`;

/** The program's own limits without its pauses. */
export const QUICK = { ...LIMITS, pauseMs: 1 };

export interface Scene {
  readonly server: TestServer;
  readonly cache: string;
  readonly options: PullOptions;
}

/** Runs `work` against a server that is closed in the end. */
export async function against(
  handler: RequestListener,
  work: (scene: Scene) => Promise<void>,
  options: Partial<PullOptions> = {},
): Promise<void> {
  const server = await serve(handler);
  const cache = temporaryFolder();
  try {
    await work({
      server,
      cache,
      options: {
        table: TABLE,
        cache,
        mirror: server.url,
        env: {},
        limits: QUICK,
        ...options,
      },
    });
  } finally {
    await server.close();
  }
}

export const good: RequestListener = (_request, response) => response.end(TEXT);

/** Answers in turn; the last answer stays. */
export function inTurn(...answers: RequestListener[]): RequestListener {
  let n = 0;
  return (request, response) =>
    answers[Math.min(n++, answers.length - 1)]?.(request, response);
}

export const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end("no");

export const redirect = (to: string): RequestListener =>
  status(302, { location: to });
