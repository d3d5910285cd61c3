/**
 * Node of a circular doubly linked list, removed in constant time. The node
 * without a value is the list's start and end. A Map keeps an order too, but V8
 * copies it whenever a few entries were added and removed.
 */
export class LruNode<T> {
  readonly value: T | undefined;
  next: LruNode<T> = this;
  #previous: LruNode<T> = this;

  constructor(value?: T) {
    this.value = value;
  }

  /** Moves this node before `other`, from any list. */
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
