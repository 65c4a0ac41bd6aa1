import * as Effect from "effect/Effect"
import type { Answer } from "../answer/Answer.js"
import { at } from "../answer/at.js"
import { Missing } from "../Missing.js"
import type { CaseFailure } from "../run/CaseFailure.js"
import type { Credential, HttpTarget, Writing } from "../run/HttpTarget.js"
import { askFor, uidAt } from "./checks.js"

/** Runs with what a run that writes was given. */
export const writing = <A>(
  target: HttpTarget,
  use: (writing: Writing, events: string) => Effect.Effect<A, CaseFailure>
): Effect.Effect<A, CaseFailure> =>
  target.writing === null
    ? new Missing({ needs: "--write and --secret" })
    : use(target.writing, `/v2/agendas/${target.writing.agenda}/events`)

/** The body of an online event with one slot in the year 2035. */
export const sampleBody = {
  title: { fr: "Essai de conformité" },
  description: { fr: "Un événement que la suite retire." },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2035-05-01T10:00:00+02:00", end: "2035-05-01T12:00:00+02:00" }]
}

/** Creates an event, uses it, and removes it whatever happened. */
export const withEvent = (
  target: HttpTarget,
  body: object,
  use: (event: unknown, path: string, token: Credential) => Effect.Effect<void, CaseFailure>,
  as?: Credential
): Effect.Effect<void, CaseFailure> =>
  writing(target, ({ token }, events) =>
    Effect.acquireUseRelease(
      askFor(target, 200, events, { method: "POST", headers: as ?? token, body: { ...sampleBody, ...body } }),
      ({ body }: Answer) => use(at(body, "event"), `${events}/${uidAt(at(body, "event"))}`, token),
      ({ body }) => Effect.ignore(target.send(`${events}/${uidAt(at(body, "event"))}`, { method: "DELETE", headers: token }))
    ))
