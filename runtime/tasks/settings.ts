/** Settings for tasks, which apply to core tasks and to the tasks extension. */
import { systemClock } from "./clock.js";
import { memoryTasks } from "./store.js";
import type { Rate } from "../limits/rate-limit.js";
import type { Clock } from "./clock.js";
import type { TaskOwner } from "./owner.js";
import type { TaskEvent } from "./records.js";
import type { TaskStore } from "./store.js";

/**
 * Maximum number of requests that wait for the result of one task, and maximum
 * number of subscriptions to one task.
 */
export const MAX_TASK_WAITERS = 100;

/** Settings of `tasks()`. All times are in milliseconds. */
export interface TasksSettings {
  /**
   * Store for the records of the tasks.
   *
   * @default memoryTasks()
   */
  readonly store?: TaskStore | undefined;
  /**
   * Owner of a task. By default, the owner is the subject of the bearer token.
   * Without a token, a core task belongs to its session or connection and ends
   * together with it. An extension task without a token belongs to everyone who
   * knows its id.
   */
  readonly owner?: TaskOwner | undefined;
  /**
   * Lifetime of a task in milliseconds, if the requestor does not ask for
   * another lifetime.
   *
   * @default 3_600_000
   */
  readonly ttl?: number | undefined;
  /**
   * Maximum lifetime of a task, in milliseconds. `Infinity` means no limit.
   *
   * @default 86_400_000
   */
  readonly maxTtl?: number | undefined;
  /**
   * Interval in milliseconds at which requestors are asked to poll a task.
   *
   * @default 1_000
   */
  readonly pollInterval?: number | undefined;
  /**
   * Maximum number of running tasks per owner. Owners that are connections of
   * one network address share this limit: each connection may use half of what
   * the other connections leave free.
   *
   * @default 100
   */
  readonly maxRunning?: number | undefined;
  /**
   * Rate limit for requests about tasks, per owner.
   *
   * @default { burst: 10_000, perSecond: 1_000 }
   */
  readonly rate?: Rate | undefined;
  /**
   * Callback invoked with each event of a task, for audit logs and metrics. If
   * the callback fails, the error is passed to `onError` of the server or
   * client, and the task continues.
   */
  readonly onEvent?: ((event: TaskEvent) => unknown) | undefined;
  /**
   * Source of the current time and of timers. Tests can replace this source.
   */
  readonly clock?: Clock | undefined;
}

/** Settings of `tasks()`, with default values for missing settings. */
export type ExecutorOptions = {
  readonly [Name in Exclude<keyof TasksSettings, "owner">]-?: NonNullable<
    TasksSettings[Name]
  >;
} & {
  readonly owner: TaskOwner | undefined;
  /** Whether other processes may use the same store. */
  readonly shared: boolean;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Returns the settings of `tasks()`, with default values for missing settings.
 */
export function executorOptions(settings: TasksSettings): ExecutorOptions {
  return {
    store: settings.store ?? memoryTasks(),
    shared: settings.store !== undefined,
    clock: settings.clock ?? systemClock,
    owner: settings.owner,
    ttl: settings.ttl ?? HOUR_MS,
    maxTtl: settings.maxTtl ?? DAY_MS,
    pollInterval: settings.pollInterval ?? 1_000,
    maxRunning: settings.maxRunning ?? 100,
    rate: settings.rate ?? { burst: 10_000, perSecond: 1_000 },
    onEvent: settings.onEvent ?? (() => {}),
  };
}
