import * as Predicate from "effect/Predicate"
import type { Ask, Fault, Tell } from "./serveFaulty.js"

/** A wrong server: the rule that it breaks, the cases that are run against it, and those that must fail. */
export interface WrongServer extends Fault {
  /** What the ids of the cases begin with. */
  readonly only: string
  readonly fails: ReadonlyArray<string>
}

/** Changes every member of a value, at every depth; undefined leaves a member out. */
export const edited = (value: unknown, change: (name: string, value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => edited(item, change))
  if (!Predicate.isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, below]) => {
      const changed = change(name, below)
      return changed === undefined ? [] : [[name, edited(changed, change)]]
    })
  )
}

/** Changes members of answers, by name. */
export const tellMember = (name: string, change: (value: unknown) => unknown): Tell => (told) => ({
  ...told,
  body: edited(told.body, (member, value) => member === name ? change(value) : value)
})
/** Changes members of bodies of requests, by name. */
export const askMember = (name: string, change: (value: unknown) => unknown): Ask => (asked) => ({
  ...asked,
  body: edited(asked.body, (member, value) => member === name ? change(value) : value)
})
/** Another value in place of one. */
export const swap = (one: unknown, other: unknown) => (value: unknown): unknown => value === one ? other : value
/** Leaves a member out. */
export const dropped = (): undefined => undefined

/** Asks without parameters. */
export const withoutQuery = (...names: ReadonlyArray<string>): Ask => (asked) => ({
  ...asked,
  query: new URLSearchParams([...asked.query].filter(([key]) => !names.includes(key.replace(/\[.*/, ""))))
})
/** Asks without a header. */
export const withoutHeader = (name: string): Ask => (asked) => ({
  ...asked,
  headers: Object.fromEntries(Object.entries(asked.headers).filter(([key]) => key !== name))
})
/** Another status in place of one. */
export const status = (from: number, to: number): Tell => (told) => told.status === from ? { ...told, status: to } : told
/** Changes a header of answers. */
export const withHeader = (name: string, change: (value: string) => string): Tell => (told) => ({
  ...told,
  headers: { ...told.headers, ...(told.headers[name] === undefined ? {} : { [name]: change(told.headers[name]) }) }
})

/** A fault, what the ids of the cases begin with that are run, and those that must fail: that one by default. */
export const row = (only: string, fault: Omit<WrongServer, "only" | "fails">, ...fails: ReadonlyArray<string>): WrongServer => ({
  only,
  fails: fails.length === 0 ? [only] : fails,
  ...fault
})
