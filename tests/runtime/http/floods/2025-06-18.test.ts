import { testFloods } from "../../../harness/hostile/floods.js";

testFloods("2025-06-18");
