import { operator } from "../../src/domain/access/Credential.js"
import type { WrittenFields } from "../../src/validation/field/readFieldValues.js"

/** An agenda without additional fields. */
export const noFields: WrittenFields = {
  definitions: [],
  writer: { caller: operator, role: null },
  restored: false,
  toHtml: (markdown) => `<p>${markdown}</p>`
}
