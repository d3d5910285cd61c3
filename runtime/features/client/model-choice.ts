/**
 * Model that a client can use, with the ratings that a server's preferences are
 * compared with.
 */
export interface ModelChoice {
  readonly name: string;
  /**
   * Other names that a hint may match, such as a model family or the equivalent
   * model of another provider.
   */
  readonly aliases?: readonly string[] | undefined;
  /** Affordability from 0 (expensive) to 1 (cheap). */
  readonly cost?: number | undefined;
  /** Speed from 0 (slow) to 1 (fast). */
  readonly speed?: number | undefined;
  /** Capability from 0 (weak) to 1 (strong). */
  readonly intelligence?: number | undefined;
}

/**
 * Model preferences of a server: the `modelPreferences` of a sampling request.
 */
export interface ModelWishes {
  readonly hints?:
    readonly { readonly name?: string | undefined }[] | undefined;
  readonly costPriority?: number | undefined;
  readonly speedPriority?: number | undefined;
  readonly intelligencePriority?: number | undefined;
}

/**
 * Returns the model that best fits a server's preferences.
 *
 * The first hint that matches at least one model selects the candidates;
 * without a match, all models are candidates. The priorities decide between the
 * candidates, and the first model wins a tie. A hint matches every name or
 * alias that contains it, regardless of case.
 *
 * @throws RangeError if `models` is empty.
 */
export function pickModel<M extends ModelChoice>(
  models: readonly M[],
  wishes: ModelWishes = {},
): M {
  const hinted = (wishes.hints ?? [])
    .map(({ name }) => (name ? models.filter(matchesHint(name)) : []))
    .find((some) => some.length > 0);
  const [first, ...others] = hinted ?? models;
  if (first === undefined)
    throw new RangeError("pickModel() needs at least one model");
  const score = ({ cost = 0, speed = 0, intelligence = 0 }: M): number =>
    cost * (wishes.costPriority ?? 0) +
    speed * (wishes.speedPriority ?? 0) +
    intelligence * (wishes.intelligencePriority ?? 0);
  return others.reduce(
    (best, model) => (score(model) > score(best) ? model : best),
    first,
  );
}

function matchesHint(hint: string): (model: ModelChoice) => boolean {
  const part = hint.toLowerCase();
  return ({ name, aliases = [] }) =>
    [name, ...aliases].some((alias) => alias.toLowerCase().includes(part));
}
