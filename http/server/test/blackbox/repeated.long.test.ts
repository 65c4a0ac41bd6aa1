import { profiles } from "@agenda-engine/conformance/http/run/HttpCase"
import * as Struct from "effect/Struct"
import { repeatRuns } from "./repeatRuns.js"

repeatRuns(20, Struct.keys(profiles))
