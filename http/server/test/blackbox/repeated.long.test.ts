import { repeatRuns } from "./repeatRuns.js"

repeatRuns(20)
