import { defineConfig } from "vite";

/** Builds the page of report.html: one script and one style sheet, which `reportHtml` puts into the file. */
export default defineConfig({
  publicDir: false,
  logLevel: "warn",
  build: {
    outDir: "dist/page",
    target: "es2023",
    reportCompressedSize: false,
    license: { fileName: "licenses.md" },
    lib: {
      entry: "src/page/main.ts",
      formats: ["iife"],
      name: "matchedStatePage",
      fileName: () => "page.js",
      cssFileName: "page",
    },
  },
});
