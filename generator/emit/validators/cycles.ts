/** Cycles in a graph, by Tarjan's algorithm. */

/** The nodes that reach themselves; nodes of one cycle have one number. */
export function findCycles<T>(
  nodes: readonly T[],
  next: (node: T) => readonly T[],
): Map<T, number> {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const stack: T[] = [];
  const cycles = new Map<T, number>();
  let count = 0;

  function visit(node: T): number {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    for (const other of next(node)) {
      const seen = index.has(other);
      if (seen && !stack.includes(other)) continue;
      const reached = seen ? (index.get(other) ?? own) : visit(other);
      low.set(node, Math.min(low.get(node) ?? own, reached));
    }
    const lowest = low.get(node) ?? own;
    if (lowest === own) close(node);
    return lowest;
  }

  function close(root: T): void {
    const members = stack.splice(stack.indexOf(root));
    if (members.length === 1 && !next(root).includes(root)) return;
    for (const member of members) cycles.set(member, count);
    count++;
  }

  for (const node of nodes) if (!index.has(node)) visit(node);
  return cycles;
}
