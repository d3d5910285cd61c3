import { testFloods } from "./floods.js";

testFloods("2025-06-18");
