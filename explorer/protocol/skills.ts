import { isObject } from "../../runtime/validation/guards.js";
import type { Json } from "../judge/request.js";

/**
 * Copies the name and the description from a skill's frontmatter to the listing
 * entry, so that the page can display them like those of a tool.
 */
export function showSkill(entry: Json): Json {
  const { frontmatter } = entry;
  const { name, description } = isObject(frontmatter) ? frontmatter : {};
  return { ...entry, title: name, description };
}
