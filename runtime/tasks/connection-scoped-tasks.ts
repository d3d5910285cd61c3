/** Tasks that end together with the connection that created them. */
import type { WatchedConnection } from "../json-rpc/health.js";

/**
 * Removes the tasks of a connection when the connection ends. Only task ids are
 * stored, with one callback for each connection. Therefore the requests that
 * created the tasks can be garbage-collected.
 */
export class ConnectionScopedTasks {
  readonly #drop: (taskId: string, connection: WatchedConnection) => void;
  readonly #byConnection = new WeakMap<WatchedConnection, Set<string>>();
  /**
   * Set of the ids of all tasks of a connection, by the id of each of these
   * tasks.
   */
  readonly #siblings = new Map<string, Set<string>>();

  constructor(drop: (taskId: string, connection: WatchedConnection) => void) {
    this.#drop = drop;
  }

  add(taskId: string, connection: WatchedConnection): void {
    const ids = this.#byConnection.get(connection) ?? this.#watch(connection);
    this.#siblings.set(taskId, ids.add(taskId));
  }

  /** Removes the id of a task that no longer exists. */
  forget(taskId: string): void {
    this.#siblings.get(taskId)?.delete(taskId);
    this.#siblings.delete(taskId);
  }

  #watch(connection: WatchedConnection): Set<string> {
    const ids = new Set<string>();
    this.#byConnection.set(connection, ids);
    void connection.done.then(() => {
      // A request in progress may still add a task after the end of its
      // connection. That task gets a new callback.
      this.#byConnection.delete(connection);
      for (const taskId of ids) this.#drop(taskId, connection);
    });
    return ids;
  }
}
