/** Runs the code blocks of a group of pages: servers. */
import { testPages } from "./pages.js";

testPages("servers");
