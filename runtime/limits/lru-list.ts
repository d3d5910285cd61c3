/**
 * Node of a circular doubly linked list. A node can be removed in constant
 * time. The node without a value marks both the start and the end of the list.
 * A Map is also ordered, but slower: V8 copies a Map again and again while
 * entries are added and removed.
 */
export class LruNode<T> {
  readonly value: T | undefined;
  next: LruNode<T> = this;
  #previous: LruNode<T> = this;

  constructor(value?: T) {
    this.value = value;
  }

  /**
   * Moves this node to the position before `other`, which may be in a different
   * list.
   */
  moveBefore(other: LruNode<T>): void {
    this.remove();
    this.#previous = other.#previous;
    this.next = other;
    this.#previous.next = this;
    other.#previous = this;
  }

  remove(): void {
    this.#previous.next = this.next;
    this.next.#previous = this.#previous;
    this.next = this;
    this.#previous = this;
  }
}
