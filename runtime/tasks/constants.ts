/**
 * Maximum number of requests that wait for the result of one task, and maximum
 * number of subscriptions to one task.
 */
export const MAX_TASK_WAITERS = 100;
