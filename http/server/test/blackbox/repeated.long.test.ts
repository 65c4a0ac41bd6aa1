import { levels, profiles } from "@agenda-engine/conformance/http/run/HttpCase"
import * as Struct from "effect/Struct"
import { repeatRuns } from "./repeatRuns.js"

for (const level of Struct.keys(levels)) repeatRuns(20, Struct.keys(profiles), level)
