interface Waiting {
  readonly at: number;
  readonly due: () => void;
}

/** Calls back a fixed time after each `add`; one timer serves all. */
export class Later {
  readonly #delay: number;
  #queue: Waiting[] = [];
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `delay` is in milliseconds. */
  constructor(delay: number) {
    this.#delay = delay;
  }

  add(due: () => void): void {
    this.#queue.push({ at: performance.now() + this.#delay, due });
    this.#timer ??= setTimeout(this.#fire, this.#delay);
  }

  /** Forgets what waits. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#next = 0;
  }

  readonly #fire = (): void => {
    const now = performance.now();
    let first = this.#queue[this.#next];
    while (first !== undefined && first.at <= now + 1) {
      this.#next += 1;
      first.due();
      first = this.#queue[this.#next];
    }
    this.#queue = this.#queue.slice(this.#next);
    this.#next = 0;
    this.#timer =
      first === undefined
        ? undefined
        : setTimeout(this.#fire, Math.max(1, first.at - now));
  };
}
