import { repeatRuns } from "./repeatRuns.js"

repeatRuns(1, ["sync", "write"], "strict")
