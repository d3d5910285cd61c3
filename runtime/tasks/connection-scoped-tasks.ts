/** Tasks that end together with their connection. */
import type { WatchedConnection } from "../json-rpc/health.js";

/**
 * Drops the tasks of a connection that ends. Only ids are kept, and each connection has
 * one callback, so that nothing of a request stays in memory.
 */
export class ConnectionScopedTasks {
  readonly #drop: (taskId: string, connection: WatchedConnection) => void;
  readonly #byConnection = new WeakMap<WatchedConnection, Set<string>>();
  /** For each task, the ids of all tasks of its connection. */
  readonly #siblings = new Map<string, Set<string>>();

  constructor(drop: (taskId: string, connection: WatchedConnection) => void) {
    this.#drop = drop;
  }

  add(taskId: string, connection: WatchedConnection): void {
    const ids = this.#byConnection.get(connection) ?? this.#watch(connection);
    this.#siblings.set(taskId, ids.add(taskId));
  }

  /** Removes a task that no longer exists. */
  forget(taskId: string): void {
    this.#siblings.get(taskId)?.delete(taskId);
    this.#siblings.delete(taskId);
  }

  #watch(connection: WatchedConnection): Set<string> {
    const ids = new Set<string>();
    this.#byConnection.set(connection, ids);
    void connection.done.then(() => {
      // A request in progress may still add a task: that task gets a new callback.
      this.#byConnection.delete(connection);
      for (const taskId of ids) this.#drop(taskId, connection);
    });
    return ids;
  }
}
