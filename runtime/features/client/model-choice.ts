/**
 * Language model that a client can use. The ratings of the model are compared
 * with the preferences of a server.
 */
export interface ModelChoice {
  readonly name: string;
  /**
   * Additional names that a hint may match, such as the name of a model family
   * or of an equivalent model from a different provider.
   */
  readonly aliases?: readonly string[] | undefined;
  /** Rating of the model's price, from 0 (expensive) to 1 (cheap). */
  readonly cost?: number | undefined;
  /** Rating of the model's speed, from 0 (slow) to 1 (fast). */
  readonly speed?: number | undefined;
  /** Rating of the model's capability, from 0 (weak) to 1 (strong). */
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
 * Returns the model that fits a server's preferences best.
 *
 * A hint matches a model if one of the model's names or aliases contains the
 * hint, regardless of case. The first hint that matches any model selects the
 * candidates. If no hint matches, all models are candidates. Each candidate's
 * score is the sum of its ratings, weighted with the server's priorities. The
 * highest score wins, and in a tie the first model wins.
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
