import { testRestrictedKeys } from "./restrictedKeys.js"

testRestrictedKeys("telling")
