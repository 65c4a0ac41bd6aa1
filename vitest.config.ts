import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { conditions: ["@agenda-engine/source"] },
  ssr: { resolve: { conditions: ["@agenda-engine/source"] } },
  test: {
    include: ["{core,conformance,http}/test/**/*.test.ts", "adapters/*/test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
