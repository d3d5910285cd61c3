/** Tasks that end with their connection. */
import type { WatchedConnection } from "../json-rpc/health.js";

/**
 * Drops the tasks of connections that have ended. It is told of ids alone, and
 * asks a connection once, so that nothing of a request is kept for it.
 */
export class PassingTasks {
  readonly #drop: (taskId: string, connection: WatchedConnection) => void;
  readonly #of = new WeakMap<WatchedConnection, Set<string>>();
  /** By the id of each: those of the same connection. */
  readonly #beside = new Map<string, Set<string>>();

  constructor(drop: (taskId: string, connection: WatchedConnection) => void) {
    this.#drop = drop;
  }

  /** Nobody can ask for the task any more once the connection has ended. */
  add(taskId: string, connection: WatchedConnection): void {
    const ids = this.#of.get(connection) ?? this.#watch(connection);
    this.#beside.set(taskId, ids.add(taskId));
  }

  /** The task is gone already. */
  forget(taskId: string): void {
    this.#beside.get(taskId)?.delete(taskId);
    this.#beside.delete(taskId);
  }

  #watch(connection: WatchedConnection): Set<string> {
    const ids = new Set<string>();
    this.#of.set(connection, ids);
    void connection.done.then(() => {
      // One that is added later, by a request that was under way, is seen to anew.
      this.#of.delete(connection);
      for (const taskId of ids) this.#drop(taskId, connection);
    });
    return ids;
  }
}
