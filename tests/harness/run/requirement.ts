/**
 * Declares that the next test of the file verifies requirements of the
 * specification. `tests/requirements.json` has a row for each id.
 */
export function requirement(...ids: readonly string[]): void {
  for (const id of ids)
    if (!/^[0-9a-f]{12}$/.test(id))
      throw new TypeError(`Invalid requirement id: ${id}`);
}
