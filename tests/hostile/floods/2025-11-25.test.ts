import { testFloods } from "./floods.js";

testFloods("2025-11-25");
