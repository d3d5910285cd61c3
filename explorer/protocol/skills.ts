import { isObject } from "../../runtime/validation/guards.js";
import type { Json } from "../judge/request.js";

/** Adds the name and the description of a skill to its entry, for display. */
export function showSkill(entry: Json): Json {
  const { frontmatter } = entry;
  const { name, description } = isObject(frontmatter) ? frontmatter : {};
  return { ...entry, title: name, description };
}
