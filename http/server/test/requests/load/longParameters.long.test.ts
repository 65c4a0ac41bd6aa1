import { countLongTexts } from "./countLongTexts.js"
import { encodedTexts } from "./textPlaces.js"

countLongTexts(encodedTexts)
