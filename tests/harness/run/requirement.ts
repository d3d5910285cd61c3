/**
 * Declares which requirements of the specification are verified by the next
 * test in the file. `tests/requirements.json` has a row for each id.
 *
 * @param ids Ids, separated by white space.
 */
export function requirement(ids: string): void {
  for (const id of ids.trim().split(/\s+/))
    if (!/^[0-9a-f]{12}$/.test(id))
      throw new TypeError(`Invalid requirement id: ${id}`);
}
