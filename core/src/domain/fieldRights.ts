import type { AdditionalField } from "./AdditionalField.js"
import type { Caller } from "./Credential.js"
import type { Role } from "./Member.js"

/** Who looks at a field: the caller, and their role in the agenda, null where they have none. */
export interface FieldVisitor {
  readonly caller: Caller
  readonly role: Role | null
}

const isAmong = (roles: ReadonlyArray<Role> | undefined, { caller, role }: FieldVisitor): boolean =>
  roles === undefined || caller._tag === "Operator" || (role !== null && roles.includes(role))

/** Whether a field may be shown to them (wire.md §5). What may not appears nowhere: not in facets, counts, filters and sorts either. */
export const mayRead = ({ read }: Pick<AdditionalField, "read">, visitor: FieldVisitor): boolean => isAmong(read, visitor)

/** Whether they may set a field on an event that they may write (wire.md §5). */
export const mayWrite = ({ write }: Pick<AdditionalField, "write">, visitor: FieldVisitor): boolean => isAmong(write, visitor)
