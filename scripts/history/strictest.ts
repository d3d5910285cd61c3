/** Compiler options under which all generated output must type-check. */
export const STRICTEST = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // The declaration files of TypeScript and Node.js are not checked.
  skipLibCheck: true,
  noEmit: true,
  module: "NodeNext",
  moduleResolution: "NodeNext",
  target: "ES2022",
};
