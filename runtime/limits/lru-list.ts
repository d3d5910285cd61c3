/**
 * A value in a ring, which it leaves at the same small cost however many there
 * are; one without a value is the ring's start and end. A Map keeps an order
 * too, but is copied whenever a few values have come and gone.
 */
export class Link<T> {
  readonly value: T | undefined;
  next: Link<T> = this;
  #before: Link<T> = this;

  constructor(value?: T) {
    this.value = value;
  }

  /** Goes before `other`, from wherever it was. */
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
