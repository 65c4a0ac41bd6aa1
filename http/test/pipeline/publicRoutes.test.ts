import { expect, it } from "@effect/vitest"
import { defaultSettings } from "../../src/HttpSettings.js"
import { readTarget } from "../../src/pipeline/RequestTarget.js"
import { make } from "../../src/pipeline/RouteTable.js"

const table = make(defaultSettings)

/** Whether the path of a request is that of a page that shows the same to everyone. */
const isPublicPath = (url: string, unprefixed: boolean): boolean =>
  readTarget({ method: "GET", url, headers: {} }, { ...defaultSettings, unprefixed }, table).nearest?.isPublic === true

it.each([
  "/agendas/summer",
  "/agendas/summer/",
  "/agendas/summer/suggest",
  "/agendas/summer/events.ics",
  "/agendas/summer/events/concert",
  "/agendas/summer/events/concert/aB3dE",
  "/agendas/%73ummer/events/concert.ics",
  "/embed/agendas/summer"
])("%s shows everyone the same", (path) => {
  expect([isPublicPath(path, false), isPublicPath(path, true)]).toEqual([true, true])
})

it.each([
  "/v2/agendas/1",
  "/v2/agendas/1/events/5",
  "/%76%32/agendas/1/events/5",
  "//agendas/summer",
  "/agendas/summer/events.v2.csv",
  "/agendas/summer/events%2Ev2%2Ecsv",
  "/agendas/%zz",
  "/v2/me/agendas"
])("%s may depend on the caller", (path) => {
  expect([isPublicPath(path, false), isPublicPath(path, true)]).toEqual([false, false])
})

it.each(["/agendas/1/events/5", "/agendas/%31/events/5", "/agendas/1/events/5/availability"])(
  "%s is a page unless it is a route of /v2",
  (path) => {
    expect([isPublicPath(path, false), isPublicPath(path, true)]).toEqual([true, false])
  }
)
