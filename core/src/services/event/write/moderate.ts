import { isPrivileged, type Role } from "../../../domain/access/Member.js"
import type { ContributionSettings } from "../../../domain/agenda/Agenda.js"
import { type Issue, issue } from "../../../domain/error/Issue.js"
import { type EventState, published } from "../../../domain/event/Event.js"

/** Inputs of the moderation rules for one write. */
export interface Moderation {
  /** Null for the program itself, which may do everything. */
  readonly role: Role | null
  readonly settings: ContributionSettings
  /** State of the stored event; null for a new event. */
  readonly stored: { readonly state: EventState; readonly featured: boolean } | null
  /** Members of the body; absent ones are not named. */
  readonly asked: { readonly state?: EventState; readonly featured?: boolean }
  /** Whether the write changes any other content of the event. */
  readonly contentChanges: boolean
}

/** Resulting state and featured flag. `warnings` list the ignored parts of the body. */
export interface Moderated {
  readonly state: EventState
  readonly featured: boolean
  readonly warnings: ReadonlyArray<Issue>
}

const publishers: ReadonlyArray<Role> = ["administrator", "moderator"]

const mayPublish = ({ role, settings }: Moderation): boolean => role === null || (settings.canPublish ?? publishers).includes(role)

const isEditor = ({ role }: Moderation): boolean => role === null || isPrivileged(role)

/** The state of an event when the body names none. */
const unaskedState = (moderation: Moderation): EventState => {
  const { contentChanges, role, settings, stored } = moderation
  if (stored === null) return settings.defaultState ?? (mayPublish(moderation) ? published : 0)
  const goesBack = contentChanges && role !== null && (settings.moderateOnChangeBy ?? []).includes(role)
  return goesBack && (stored.state === published || stored.state === -1) ? 0 : stored.state
}

const ignored = (field: "state" | "featured", origin: EventState | boolean): Issue => issue("ignored", field, { origin })

const resolveState = (moderation: Moderation): { readonly state: EventState; readonly warnings: ReadonlyArray<Issue> } | "forbidden" => {
  const { asked, stored } = moderation
  const unasked = unaskedState(moderation)
  if (asked.state === undefined) return { state: unasked, warnings: [] }
  if (asked.state === published && mayPublish(moderation)) return { state: published, warnings: [] }
  if (isEditor(moderation)) {
    if (asked.state !== published) return { state: asked.state, warnings: [] }
    // A published event that is sent back gets the state that an edit gives it.
    return stored?.state === published ? { state: unasked, warnings: [] } : "forbidden"
  }
  const isStored = asked.state === (stored?.state ?? unasked)
  return { state: unasked, warnings: isStored ? [] : [ignored("state", asked.state)] }
}

/**
 * Applies the moderation rules of wire.md §7. `forbidden`: a moderator without the right to publish asked to.
 * Contributors decide neither state nor featured: values that differ from the stored ones are ignored with a warning.
 */
export const moderate = (moderation: Moderation): Moderated | "forbidden" => {
  const settled = resolveState(moderation)
  if (settled === "forbidden") return settled
  const storedFeatured = moderation.stored?.featured ?? false
  const asked = moderation.asked.featured ?? storedFeatured
  return isEditor(moderation) || asked === storedFeatured
    ? { ...settled, featured: asked }
    : { ...settled, featured: storedFeatured, warnings: [...settled.warnings, ignored("featured", asked)] }
}
