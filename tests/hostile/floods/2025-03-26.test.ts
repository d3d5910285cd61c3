import { testFloods } from "./floods.js";

testFloods("2025-03-26");
