import { configDefaults, defineConfig } from "vitest/config"
import { base, filesOf } from "./vitest.base.config.js"

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: filesOf("test.ts"),
    exclude: [...configDefaults.exclude, "**/*.long.test.ts"],
    // Files share the modules of their process, which loads them once: no test keeps anything in one.
    poolOptions: { forks: { isolate: false } },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
