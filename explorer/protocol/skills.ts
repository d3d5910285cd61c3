import { isObject } from "../../runtime/validation/guards.js";
import type { Json } from "../judge/request.js";

/**
 * Returns a skill's listing entry with `title` and `description` from the
 * skill's frontmatter. The page displays these two members for all kinds of
 * entries.
 */
export function showSkill(entry: Json): Json {
  const { frontmatter } = entry;
  const { name, description } = isObject(frontmatter) ? frontmatter : {};
  return { ...entry, title: name, description };
}
