/**
 * Map from task ids to sets of values. An empty set is removed from the map.
 */
export class SetMap<T> {
  readonly #sets = new Map<string, Set<T>>();

  get(taskId: string): ReadonlySet<T> | undefined {
    return this.#sets.get(taskId);
  }

  /**
   * Adds a value to the set of a task. Returns a function that removes the
   * value.
   */
  add(taskId: string, value: T): () => void {
    const set = this.#sets.get(taskId) ?? new Set();
    this.#sets.set(taskId, set.add(value));
    return () => {
      set.delete(value);
      if (set.size === 0 && this.#sets.get(taskId) === set) {
        this.#sets.delete(taskId);
      }
    };
  }
}
