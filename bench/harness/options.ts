/** Options that every benchmark receives. */
export interface BenchmarkOptions {
  readonly rounds: number;
  /** Callback that prints a line of progress. */
  readonly say: (text: string) => void;
}
