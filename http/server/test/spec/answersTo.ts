import * as Effect from "effect/Effect"
import type { Answer } from "../world/World.js"
import { type Asked, type AskedValue, isNested } from "./Asked.js"
import type { SpecCase } from "./SpecCase.js"
import type { SpecData } from "./SpecWorld.js"
import { spellings } from "./spellings.js"

/** One spelling of a request, and what it was answered. */
export interface Spelled {
  readonly spelling: string
  readonly request: string
  readonly answer: Answer
}

const named = /\{(event|place):([a-z-]+)\}/g

const withUids = ({ events, places }: SpecData) => (text: string): string =>
  text.replace(named, (written, what: string, name: string) => {
    const uid = (what === "event" ? events : places).get(name)
    if (uid === undefined) throw new Error(`nothing is called ${written}`)
    return String(uid)
  })

const eachText = (asked: Asked, change: (text: string) => string): Asked => {
  const inside = (value: AskedValue): AskedValue => {
    if (typeof value === "string") return change(value)
    if (isNested(value)) return eachText(value, change)
    return value.map((item) => typeof item === "string" ? change(item) : eachText(item, change))
  }
  return Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, inside(value)]))
}

/** Sends a request in every spelling, or the first so many, and answers what came back. */
export const answersTo = (
  { also, as = "ownerless", asked, path }: SpecCase,
  data: SpecData,
  spellings_max = Number.POSITIVE_INFINITY
): Effect.Effect<ReadonlyArray<Spelled>> => {
  const { credentials, send } = data.world
  const spelled = spellings(eachText(asked, withUids(data)), also).slice(0, spellings_max)
  const where = `/v2${withUids(data)(path)}`
  return Effect.forEach(
    spelled,
    ([spelling, queryString]) => {
      const request = queryString === "" ? where : `${where}?${queryString}`
      return Effect.map(
        send(request, { headers: as === "none" ? {} : { ...credentials[as] } }),
        (answer) => ({ spelling, request, answer })
      )
    },
    { concurrency: 4 }
  )
}
