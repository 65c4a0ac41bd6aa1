import { longTexts } from "@agenda-engine/conformance/testing/longTexts"
import { countReaders } from "./countReaders.js"

countReaders(longTexts, 30_000)
