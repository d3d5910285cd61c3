/** Records of tasks in the store. */
import { isObject } from "../validation/guards.js";
import { reserveForEnd } from "../tasks/task.js";
import { TASK_FORM } from "./store/task-scripts.js";
import { toCount, toLifetime, toText } from "./store/values.js";
import type { Count, Text } from "./store/values.js";
import type { TaskRecord } from "../tasks/task.js";

/**
 * Stored record of a task. It also contains the version of the record format,
 * the number of changes, and the name of the process that runs the task.
 */
export interface KeptTask extends TaskRecord {
  readonly f?: string;
  readonly v?: number;
  readonly by: string;
}

/** Returns the lifetime of a task, or empty text for an unlimited lifetime. */
export function lifeOf({ task: { ttl } }: TaskRecord): Count | Text {
  return ttl === null ? toText("") : toLifetime(ttl);
}

/** Returns the entry of a task in the list of its owner's tasks. */
export function entryOf(createdAt: string, taskId: string): Text {
  return toText(`${createdAt} ${taskId}`);
}

/**
 * Returns a record as JSON text, and the number of bytes with which the record
 * counts towards the limits.
 */
export function encodeRecord(record: KeptTask): [text: Text, bytes: Count] {
  const text = toText(JSON.stringify({ ...record, f: TASK_FORM }));
  const { length } = new TextEncoder().encode(text);
  return [text, toCount(length + reserveForEnd(record))];
}

/**
 * Parses the record of a task. Returns undefined for invalid JSON, or for a
 * record with another format version.
 */
export function parseRecord(text: string): KeptTask | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(parsed) || (parsed.f ?? "1") !== TASK_FORM) return;
  return parsed as unknown as KeptTask;
}
