/** Removes tasks when the connection that created them ends. */
import type { WatchedConnection } from "../json-rpc/health.js";

/**
 * Removes the tasks of a connection when the connection ends. Stores only the
 * task ids, and one callback for each connection. The requests that created the
 * tasks can therefore be garbage-collected.
 */
export class ConnectionScopedTasks {
  readonly #drop: (taskId: string, connection: WatchedConnection) => void;
  readonly #byConnection = new WeakMap<WatchedConnection, Set<string>>();
  /**
   * Map from each task id to the set of all task ids of the same connection.
   */
  readonly #siblings = new Map<string, Set<string>>();

  constructor(drop: (taskId: string, connection: WatchedConnection) => void) {
    this.#drop = drop;
  }

  add(taskId: string, connection: WatchedConnection): void {
    const ids = this.#byConnection.get(connection) ?? this.#watch(connection);
    this.#siblings.set(taskId, ids.add(taskId));
  }

  /** Forgets the id of a task that no longer exists. */
  forget(taskId: string): void {
    this.#siblings.get(taskId)?.delete(taskId);
    this.#siblings.delete(taskId);
  }

  #watch(connection: WatchedConnection): Set<string> {
    const ids = new Set<string>();
    this.#byConnection.set(connection, ids);
    void connection.done.then(() => {
      // A request in progress may add a task after its connection has ended. A
      // new callback is then added for that task.
      this.#byConnection.delete(connection);
      for (const taskId of ids) this.#drop(taskId, connection);
    });
    return ids;
  }
}
