/** Records of tasks in the store. */
import { isObject } from "../validation/guards.js";
import { TASK_FORM } from "./store/task-scripts.js";
import { toCount, toLifetime, toText } from "./store/values.js";
import type { Count, Text } from "./store/values.js";
import type { TaskRecord } from "../tasks/task.js";

/**
 * Stored record of a task, with the version of the record format and the name
 * of the process that runs the task.
 */
export interface KeptTask extends TaskRecord {
  readonly f?: string;
  readonly by: string;
}

/** Returns the client to which the limits of a task apply. */
export function holderOf({ owner, holder }: TaskRecord): Text {
  return toText(holder ?? owner);
}

/** Returns the lifetime of a task, or empty text for an unlimited lifetime. */
export function lifeOf({ task: { ttl } }: TaskRecord): Count | Text {
  return ttl === null ? toText("") : toLifetime(ttl);
}

/** Returns the entry of a task in the list of its owner's tasks. */
export function entryOf(createdAt: string, taskId: string): Text {
  return toText(`${createdAt} ${taskId}`);
}

/** Returns a record as JSON text, and the length of the text in bytes. */
export function encodeRecord(record: KeptTask): [text: Text, bytes: Count] {
  const text = toText(JSON.stringify({ ...record, f: TASK_FORM }));
  return [text, toCount(new TextEncoder().encode(text).length)];
}

/**
 * Returns the record of a task. Returns undefined for a record whose format has
 * another version.
 */
export function parseRecord(text: string): KeptTask | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(parsed) || (parsed.f ?? TASK_FORM) !== TASK_FORM) return;
  return parsed as unknown as KeptTask;
}
