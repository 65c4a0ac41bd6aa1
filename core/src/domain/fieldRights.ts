import type { AdditionalField } from "./AdditionalField.js"
import type { Caller } from "./Credential.js"
import type { Role } from "./Member.js"

/** A caller and its role in the agenda; null when it is no member. */
export interface FieldVisitor {
  readonly caller: Caller
  readonly role: Role | null
}

const hasRole = (roles: ReadonlyArray<Role> | undefined, { caller, role }: FieldVisitor): boolean =>
  roles === undefined || caller._tag === "Operator" || (role !== null && roles.includes(role))

/**
 * Whether the caller may read a field (wire.md §5). A field that it may not read is also hidden from facets, counts,
 * filters and sorts.
 */
export const mayRead = ({ read }: Pick<AdditionalField, "read">, visitor: FieldVisitor): boolean => hasRole(read, visitor)

/** Whether the caller may write a field on an event that it may write (wire.md §5). */
export const mayWrite = ({ write }: Pick<AdditionalField, "write">, visitor: FieldVisitor): boolean => hasRole(write, visitor)
