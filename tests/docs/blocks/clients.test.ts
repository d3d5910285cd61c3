/** Runs the code blocks of the documentation pages about clients. */
import { testPages } from "./pages.js";

testPages("clients");
