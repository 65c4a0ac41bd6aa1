import { testRestrictedKeys } from "./restrictedKeys.js"

testRestrictedKeys("all")
