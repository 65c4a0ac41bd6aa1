import type { ExtId } from "@agenda-engine/core/domain/event/Event"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { LocationRef } from "@agenda-engine/core/record/LocationRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Idempotency } from "@agenda-engine/core/services/Idempotency"
import { Locations } from "@agenda-engine/core/services/Locations"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { ResponseCache } from "../cache/ResponseCache.js"
import { readLocationUid } from "../request/readPath.js"
import { answer } from "../response/answer.js"
import { locationRoutes } from "./locationRoutes.js"

/** External identifier of a path; its key defaults to `default` (wire.md §1). */
const extIdOf = ({ key = "default", value }: { readonly key?: string; readonly value: string }): ExtId => ({ key, value })

const byExtId = (path: Parameters<typeof extIdOf>[0]): Effect.Effect<LocationRef> => Effect.succeed({ _tag: "ExtId", ...extIdOf(path) })

/** Handlers of the location routes. */
export const locationHandlers = HttpApiBuilder.group(Api, "locations", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const routes = locationRoutes(access, yield* ResponseCache, yield* Locations, yield* Idempotency, yield* CurrentLimits)

    return handlers
      .handleRaw("listLocations", ({ path, request }) => answer(routes.list(request, path.agendaUid)))
      .handleRaw("getLocation", ({ path, request }) => answer(routes.get(request, path.agendaUid, readLocationUid(path.locationUid))))
      .handleRaw("getLocationByExtId", ({ path, request }) => answer(routes.get(request, path.agendaUid, byExtId(path))))
      .handleRaw("getLocationByDefaultExtId", ({ path, request }) => answer(routes.get(request, path.agendaUid, byExtId(path))))
      .handleRaw("createLocation", ({ path, request }) => answer(routes.create(request, path.agendaUid)))
      .handleRaw(
        "replaceLocation",
        ({ path, request }) => answer(routes.replace(request, path.agendaUid, readLocationUid(path.locationUid)))
      )
      .handleRaw("patchLocation", ({ path, request }) => answer(routes.patch(request, path.agendaUid, readLocationUid(path.locationUid))))
      .handleRaw("deleteLocation", ({ path, request }) => answer(routes.remove(request, path.agendaUid, readLocationUid(path.locationUid))))
      .handleRaw("upsertLocation", ({ path, request }) => answer(routes.upsert(request, path.agendaUid, extIdOf(path))))
      .handleRaw("patchLocationByExtId", ({ path, request }) => answer(routes.patch(request, path.agendaUid, byExtId(path))))
      .handleRaw("deleteLocationByExtId", ({ path, request }) => answer(routes.remove(request, path.agendaUid, byExtId(path))))
      .handleRaw("upsertLocationByDefaultExtId", ({ path, request }) => answer(routes.upsert(request, path.agendaUid, extIdOf(path))))
      .handleRaw("patchLocationByDefaultExtId", ({ path, request }) => answer(routes.patch(request, path.agendaUid, byExtId(path))))
      .handleRaw("deleteLocationByDefaultExtId", ({ path, request }) => answer(routes.remove(request, path.agendaUid, byExtId(path))))
  }))
