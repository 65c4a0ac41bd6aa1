import { tryEveryField } from "./tryEveryField.js"

tryEveryField(false)
