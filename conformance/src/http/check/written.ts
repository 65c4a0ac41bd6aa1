import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Answer, at } from "../answer/Answer.js"
import { type CaseFailure, Missing } from "../run/CaseFailure.js"
import type { Credential, HttpTarget, Writing } from "../run/HttpTarget.js"
import { askFor, uidAt } from "./checks.js"

/** What a run that writes was given, and the path of the list of events of its agenda. */
export const writing = ({ writing }: HttpTarget): Effect.Effect<Writing & { readonly events: string }, Missing> =>
  writing === null
    ? new Missing({ needs: "--write and --secret" })
    : Effect.succeed({ ...writing, events: `/v2/agendas/${writing.agenda}/events` })

/** The body of an online event with one slot in the year 2035. */
export const sampleBody = {
  title: { fr: "Essai de conformité" },
  description: { fr: "Un événement que la suite retire." },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2035-05-01T10:00:00+02:00", end: "2035-05-01T12:00:00+02:00" }]
}

/** Creates an event that is removed at the end of the scope: the answered event, its path, a token that writes. */
export const newEvent = (
  target: HttpTarget,
  body: object,
  as?: Credential
): Effect.Effect<readonly [event: unknown, path: string, token: Credential], CaseFailure, Scope.Scope> =>
  Effect.gen(function*() {
    const { events, token } = yield* writing(target)
    const pathOf = ({ body }: Answer) => `${events}/${uidAt(at(body, "event"))}`
    const made = yield* Effect.acquireRelease(
      askFor(target, 200, events, { method: "POST", headers: as ?? token, body: { ...sampleBody, ...body } }),
      (answer) => Effect.ignore(target.send(pathOf(answer), { method: "DELETE", headers: token }))
    )
    return [at(made.body, "event"), pathOf(made), token]
  })
