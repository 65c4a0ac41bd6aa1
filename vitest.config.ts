import { configDefaults, defineConfig } from "vitest/config"
import { base, filesOf } from "./vitest.base.config.js"

const left = [...configDefaults.exclude, "**/*.long.test.ts"]
const layered = ["http/test/{server,fields,spec}/**/*.test.ts"]

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // Files share the modules of their process, which loads them once: no test keeps anything in one. But `layer` of @effect/vitest changes
    // what `it.effect` is in its process, so the files that use it have processes of their own.
    poolOptions: { forks: { isolate: false } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "layers", include: layered, exclude: left } },
      { extends: true, test: { name: "others", include: filesOf("test.ts"), exclude: [...left, ...layered] } }
    ]
  }
})
