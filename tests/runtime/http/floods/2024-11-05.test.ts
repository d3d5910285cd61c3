import { testFloods } from "../../../harness/hostile/floods.js";

testFloods("2024-11-05");
