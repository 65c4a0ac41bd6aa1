import { afterEach } from "vitest"

// Tests that never wait keep their worker from reading what vitest answers, and a minute of that counts as its death.
afterEach(() =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
)
