import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/validity/validate.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    reporters: ["dot"],
    disableConsoleIntercept: true,
  },
});
