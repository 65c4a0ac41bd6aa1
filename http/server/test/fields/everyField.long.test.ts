import { tryEveryField } from "./tryEveryField.js"

tryEveryField(true)
