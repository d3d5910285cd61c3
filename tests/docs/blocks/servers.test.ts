/** Runs the code blocks of the documentation pages about servers. */
import { testPages } from "./pages.js";

testPages("servers");
