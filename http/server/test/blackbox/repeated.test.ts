import { repeatRuns } from "./repeatRuns.js"

repeatRuns(1)
