/**
 * Runs the code blocks of all documentation pages that are in no other group.
 */
import { testPages } from "./pages.js";

testPages("others");
