/** A model that a client can use, rated by what servers may prefer. */
export interface ModelChoice {
  readonly name: string;
  /** Other names that hints may mean: families, models of other providers. */
  readonly aliases?: readonly string[] | undefined;
  /** How cheap it is, 0 to 1. */
  readonly cost?: number | undefined;
  /** How fast it answers, 0 to 1. */
  readonly speed?: number | undefined;
  /** How capable it is, 0 to 1. */
  readonly intelligence?: number | undefined;
}

/** What a server wishes, as `modelPreferences` has it. */
export interface ModelWishes {
  readonly hints?:
    readonly { readonly name?: string | undefined }[] | undefined;
  readonly costPriority?: number | undefined;
  readonly speedPriority?: number | undefined;
  readonly intelligencePriority?: number | undefined;
}

/**
 * The model that fits best what a server wishes: of those whose name has the
 * first hint in it, or else the second and so on, or else of all, the one that
 * the priorities favour; of equals the first. A hint is a part of a name, in
 * capitals or not.
 *
 * @throws RangeError when there is no model at all.
 */
export function pickModel<M extends ModelChoice>(
  models: readonly M[],
  wishes: ModelWishes = {},
): M {
  const hinted = (wishes.hints ?? [])
    .map(({ name }) => (name ? models.filter(isMeantBy(name)) : []))
    .find((some) => some.length > 0);
  const [first, ...others] = hinted ?? models;
  if (first === undefined) throw new RangeError("There is no model to pick");
  const score = ({ cost = 0, speed = 0, intelligence = 0 }: M): number =>
    cost * (wishes.costPriority ?? 0) +
    speed * (wishes.speedPriority ?? 0) +
    intelligence * (wishes.intelligencePriority ?? 0);
  return others.reduce(
    (best, one) => (score(one) > score(best) ? one : best),
    first,
  );
}

function isMeantBy(hint: string): (model: ModelChoice) => boolean {
  const part = hint.toLowerCase();
  return ({ name, aliases = [] }) =>
    [name, ...aliases].some((one) => one.toLowerCase().includes(part));
}
