import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import {
  anonymous,
  authorOf,
  type Caller,
  type HostUser,
  type KeyHolder,
  mayWriteWith,
  type Operator,
  operator,
  operatorWithAuthor,
  restrictionOf
} from "../../../src/domain/access/Credential.js"
import type { HostIdentity, HostProfile } from "../../../src/domain/access/HostIdentity.js"
import type { Access } from "../../../src/services/Access.js"

const hostUser: HostUser = { _tag: "HostUser", userId: "u-7", userUid: 7, roles: { "*": "administrator" }, memberships: "engine" }

describe("an operator", () => {
  it("is not what a user of the host becomes, whatever is granted", () => {
    expectTypeOf<HostUser>().not.toExtend<Operator>()
    expectTypeOf<HostIdentity>().not.toExtend<Operator>()
    expectTypeOf<HostProfile>().not.toExtend<Operator>()
    expectTypeOf<Omit<HostUser, "_tag"> & { readonly _tag: "Operator" }>().not.toExtend<Operator>()
    expectTypeOf<Omit<Operator, "userUid"> & { readonly userUid: number }>().not.toExtend<Caller>()
    expectTypeOf<Operator>().not.toExtend<HostUser>()
    expectTypeOf<Operator["userUid"]>().toEqualTypeOf<null>()
    expectTypeOf<HostUser>().not.toExtend<Parameters<typeof operatorWithAuthor>[0]>()
    expectTypeOf<HostIdentity>().not.toExtend<Parameters<typeof operatorWithAuthor>[0]>()
    expectTypeOf<Access["Type"]["identifyHostUser"]>().parameter(0).toEqualTypeOf<HostIdentity>()
    expectTypeOf<Access["Type"]["identifyHostUser"]>().returns.not.toExtend<Effect.Effect<Operator>>()
  })

  it("is no user, also where it names an author", () => {
    expect(operatorWithAuthor(7)).toEqual({ _tag: "Operator", userUid: null, authorUid: 7 })
    expect(operatorWithAuthor(null)).toBe(operator)
    expect([authorOf(operatorWithAuthor(7)), authorOf(operator), authorOf(hostUser), authorOf(anonymous)]).toEqual([7, null, 7, null])
  })
})

describe("a caller", () => {
  it("is one of three kinds, of which keys alone are restricted and may be unable to write", () => {
    expectTypeOf<Caller["_tag"]>().toEqualTypeOf<"Operator" | "Key" | "HostUser">()
    const key: KeyHolder = { ...anonymous, agendaUids: [1] }
    expect([operator, hostUser, key].map(restrictionOf)).toEqual([null, null, [1]])
    expect([operator, hostUser, key, { ...key, writes: true }].map(mayWriteWith)).toEqual([true, true, false, true])
  })
})
