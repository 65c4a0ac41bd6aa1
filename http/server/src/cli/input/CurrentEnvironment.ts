import * as Context from "effect/Context"
import type { Environment } from "../../config/Environment.js"

/** The settings of the process, as its variables and the files that these name have them. */
export class CurrentEnvironment
  extends Context.Tag("@agenda-engine/server/cli/input/CurrentEnvironment")<CurrentEnvironment, Environment>()
{}
