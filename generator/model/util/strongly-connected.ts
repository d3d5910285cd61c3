/** Finds the cycles in a graph with Tarjan's algorithm. */

/**
 * Node on the current path of the search. `others` iterates over the nodes to
 * which the edges of `node` lead.
 */
interface Step<T> {
  readonly node: T;
  readonly others: Iterator<T>;
  readonly own: number;
  lowest: number;
}

/**
 * Finds the nodes that are part of a cycle, and returns the number of the cycle
 * for each of them. The current path is kept in an array, because recursion
 * would overflow the stack for large graphs.
 */
export function findCycles<T>(
  nodes: readonly T[],
  next: (node: T) => readonly T[],
): Map<T, number> {
  const index = new Map<T, number>();
  /**
   * Visited nodes that are not yet assigned to a cycle, in the order of the
   * visits.
   */
  const stack: T[] = [];
  const open = new Set<T>();
  const cycles = new Map<T, number>();
  const way: Step<T>[] = [];
  let count = 0;

  function enter(node: T): void {
    const own = index.size;
    index.set(node, own);
    stack.push(node);
    open.add(node);
    const others = next(node).values();
    way.push({ node, others, own, lowest: own });
  }

  function leave({ node, own, lowest }: Step<T>): void {
    way.pop();
    const before = way.at(-1);
    if (lowest === own) close(node);
    else if (before) before.lowest = Math.min(before.lowest, lowest);
  }

  function close(root: T): void {
    const members = stack.splice(stack.lastIndexOf(root));
    for (const member of members) open.delete(member);
    if (members.length === 1 && !next(root).includes(root)) return;
    for (const member of members) cycles.set(member, count);
    count++;
  }

  for (const node of nodes) {
    if (!index.has(node)) enter(node);
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const { done, value: other } = step.others.next();
      if (done) {
        leave(step);
        continue;
      }
      const seen = index.get(other);
      if (seen === undefined) enter(other);
      else if (open.has(other)) step.lowest = Math.min(step.lowest, seen);
    }
  }
  return cycles;
}
