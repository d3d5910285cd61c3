/** Summary of several measurements. */
export interface Summary {
  readonly median: number;
  /** Lower and upper quartile: half of the samples lie between them. */
  readonly low: number;
  readonly high: number;
}

/** Returns the median and the quartiles of at least one sample. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  };
}

/**
 * Returns a quantile, interpolated linearly between the two nearest samples.
 */
function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined)
    throw new Error("Cannot compute a quantile: there are no samples.");
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * Returns the geometric mean. It suits ratios: the geometric mean of 2 and 0.5
 * is 1.
 */
export function geometricMean(values: readonly number[]): number {
  const logs = values.reduce((sum, value) => sum + Math.log(value), 0);
  return Math.exp(logs / values.length);
}
