import { longTexts } from "@agenda-engine/conformance/testing/longTexts"
import { isNight } from "../repository/ofFull.js"
import { countReaders } from "./countReaders.js"

countReaders(longTexts, isNight ? 30_000 : 10_000)
