/** Makes failing values small enough to read. */
import { placesIn, replaced } from "../../generator/emit/corpus/places.js";

/** The smallest value found by leaving things out that still `fails`. */
export function shrink(
  value: unknown,
  fails: (value: unknown) => boolean,
): unknown {
  for (;;) {
    const smaller = placesIn(value)
      .flatMap((place) =>
        simpler(place.value).map((part) => replaced(place, part)),
      )
      .find((candidate) => fails(candidate));
    if (smaller === undefined) return value;
    value = smaller;
  }
}

/** Values with a little less in them. */
function simpler(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items = Array.from<unknown>(value);
    return items.map((_, i) => items.filter((_, other) => other !== i));
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return entries.map((_, i) =>
      Object.fromEntries(entries.filter((_, other) => other !== i)),
    );
  }
  if (typeof value === "string" && value.length > 1) return [value.slice(0, 1)];
  return [];
}
