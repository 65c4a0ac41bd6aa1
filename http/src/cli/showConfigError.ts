import type { ConfigError } from "effect/ConfigError"

/** What is wrong with the environment, for people: each variable and its fault. */
export const showConfigError = (error: ConfigError): string => {
  switch (error._op) {
    case "And":
    case "Or":
      return `${showConfigError(error.left)}; ${showConfigError(error.right)}`
    default:
      return `${error.path.join("_")}: ${error.message}`
  }
}
