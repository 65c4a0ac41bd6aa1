import { of } from "./exiting.js"
export const store = of("loop")