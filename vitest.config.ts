import { configDefaults, defineConfig } from "vitest/config"

/** Resolves the workspaces to their TypeScript, so that tests run without a build. */
const conditions = ["@agenda-engine/source"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{core,conformance,http,benchmarks}/test/**/*.test.ts", "adapters/*/test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "**/*.long.test.ts"],
    pool: "forks",
    // Files share the modules of their process, which loads them once: no test keeps anything in one.
    poolOptions: { forks: { isolate: false } },
    maxWorkers: "100%",
    minWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
