/**
 * Guards of recursive unions that nothing tells apart: what one member has
 * looked into, the next one looks into again, and so on at every level.
 */

type Guard = (value: unknown, depth: number) => boolean;

/** How deep an object was found right, or, below zero, wrong. */
type Findings = Map<object, number>;

/** So many calls keep nothing: most values are small. */
const FREE_CALLS = 1000;

/** Calls that have not ended, of all guards; with the last all is forgotten. */
let open = 0;
let calls = 0;
let memory = new Map<Guard, Findings>();

/** The same guard, which does not look into an object twice. */
export function remembering(check: Guard): Guard {
  return (value, depth) => {
    if (typeof value !== "object" || value === null) return check(value, depth);
    open++;
    try {
      if (++calls <= FREE_CALLS) return check(value, depth);
      const known = found(check).get(value) ?? 0;
      // What is right is so less deep as well, what is wrong deeper as well.
      if (known > depth) return true;
      if (known < 0 && depth >= -known - 1) return false;
      const right = check(value, depth);
      found(check).set(value, right ? depth + 1 : -depth - 1);
      return right;
    } finally {
      if (--open === 0) forget();
    }
  };
}

function found(check: Guard): Findings {
  let findings = memory.get(check);
  if (!findings) {
    findings = new Map();
    memory.set(check, findings);
  }
  return findings;
}

/** Before the next call the values may have changed. */
function forget(): void {
  calls = 0;
  if (memory.size > 0) memory = new Map();
}
