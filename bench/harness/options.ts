/** What each benchmark is told. */
export interface BenchmarkOptions {
  readonly rounds: number;
  /** Takes a line of progress. */
  readonly say: (text: string) => void;
}
