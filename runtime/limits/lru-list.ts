/**
 * Node of a circular doubly linked list, removed in constant time. The node
 * without a value is the list's start and end. A Map keeps an order too, but V8
 * copies it whenever a few entries were added and removed.
 */
export class Link<T> {
  readonly value: T | undefined;
  next: Link<T> = this;
  #before: Link<T> = this;

  constructor(value?: T) {
    this.value = value;
  }

  /** Moves this node before `other`, from any list. */
  moveBefore(other: Link<T>): void {
    this.leave();
    this.#before = other.#before;
    this.next = other;
    this.#before.next = this;
    other.#before = this;
  }

  leave(): void {
    this.#before.next = this.next;
    this.next.#before = this.#before;
    this.next = this;
    this.#before = this;
  }
}
