/** Client of the TypeScript server that editors run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { TSSERVER } from "./programs.js";

/** Processor times of an editor's requests, in milliseconds. */
export interface EditorTimes {
  readonly first: number;
  readonly afterEdit: number;
  readonly diagnostics: number;
}

/**
 * Number of edits. The fastest one counts, because V8 still optimizes the
 * compiler's code during the first edits.
 */
const EDITS = 4;

/**
 * Code in the last tool of the file. The editor requests a completion after the
 * dot.
 */
const COMPLETED = ".trim()";

/**
 * Opens a file, and requests completions in its last tool before and after
 * edits. Then requests all errors of the file.
 *
 * @throws Error if a completion does not offer the methods of a string, or if
 *   the file has an error.
 */
export async function measureEditor(
  file: string,
  cwd: string,
): Promise<EditorTimes> {
  const child = spawn(
    process.execPath,
    [
      TSSERVER,
      "--disableAutomaticTypingAcquisition",
      "--suppressDiagnosticEvents",
    ],
    { cwd, stdio: ["pipe", "pipe", "inherit"] },
  );
  const waiting = new Map<number, (body: unknown) => void>();
  createInterface(child.stdout).on("line", (line) => {
    if (!line.startsWith("{")) return;
    const { request_seq: seq, body } = JSON.parse(line) as {
      readonly request_seq?: number;
      readonly body?: unknown;
    };
    waiting.get(seq ?? -1)?.(body);
  });
  let seq = 0;
  const send = (command: string, args: object): number => {
    seq += 1;
    const message = { seq, type: "request", command, arguments: args };
    child.stdin.write(`${JSON.stringify(message)}\n`);
    return seq;
  };
  const ask = (command: string, args: object): Promise<unknown> =>
    new Promise((resolve) => waiting.set(send(command, args), resolve));
  const timed = async (action: () => Promise<void>): Promise<number> => {
    const before = processorTime(child.pid);
    await action();
    return processorTime(child.pid) - before;
  };
  const lines = readFileSync(file, "utf8").split("\n");
  const line = lines.findLastIndex((text) => text.includes(COMPLETED)) + 1;
  const column = (lines[line - 1] ?? "").indexOf(COMPLETED) + 2;
  let added = 0;
  const complete = async (): Promise<void> => {
    const place = { file, line: line + added, offset: column };
    const body = (await ask("completionInfo", place)) as
      { readonly entries: readonly { readonly name: string }[] } | undefined;
    if (!body?.entries.some(({ name }) => name === "trimEnd"))
      throw new Error(`${file} has no completion for a string.`);
  };
  try {
    send("open", { file });
    const first = await timed(complete);
    let afterEdit = Infinity;
    for (; added < EDITS;) {
      const at = { line: line + added, offset: 1 };
      const end = { endLine: at.line, endOffset: 1 };
      added += 1;
      send("change", { file, ...at, ...end, insertString: "\n" });
      afterEdit = Math.min(afterEdit, await timed(complete));
    }
    const diagnostics = await timed(async () => {
      const body = await ask("semanticDiagnosticsSync", { file });
      if (!Array.isArray(body) || body.length > 0)
        throw new Error(`${file} has errors: ${JSON.stringify(body)}`);
    });
    return { first, afterEdit, diagnostics };
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

/**
 * Returns the processor time of a process in milliseconds. Linux counts it in
 * hundredths of a second.
 */
function processorTime(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = (stat.split(") ")[1] ?? "").split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
