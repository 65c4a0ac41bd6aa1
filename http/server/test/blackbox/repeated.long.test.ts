import { levels, profiles } from "@agenda-engine/conformance/http/run/HttpCase"
import * as Struct from "effect/Struct"
import { isNight } from "../../../../core/test/repository/ofFull.js"
import { repeatRuns } from "./repeatRuns.js"

for (const level of Struct.keys(levels)) repeatRuns(isNight ? 20 : 3, Struct.keys(profiles), level)
