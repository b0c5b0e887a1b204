import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  test: {
    include: ["tests/validity/validate.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    reporters: ["dot"],
    disableConsoleIntercept: true,
  },
});
