import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import { WebhookStore } from "@agenda-engine/core/ports/webhook/WebhookStore"
import * as Context from "effect/Context"

/** Makes a port of the port with this tag. */
export type PortChange = <Id extends Stores, S extends object>(tag: Context.Tag<Id, S>) => S

/** Name of a port: `AgendaStore`. */
export const nameOfPort = ({ key }: { readonly key: string }): string => key.slice(key.lastIndexOf("/") + 1)

/** A context of all ports, each made by `port`. */
export const mapPorts = (port: PortChange): Context.Context<Stores> =>
  Context.make(Transaction, port(Transaction)).pipe(
    Context.add(AgendaStore, port(AgendaStore)),
    Context.merge(Context.add(Context.make(ChangeStore, port(ChangeStore)), ConsumerStore, port(ConsumerStore))),
    Context.add(CredentialStore, port(CredentialStore)),
    Context.add(EventHistory, port(EventHistory)),
    Context.add(EventSearch, port(EventSearch)),
    Context.add(EventStore, port(EventStore)),
    Context.add(GeocodingQueue, port(GeocodingQueue)),
    Context.add(IdempotencyStore, port(IdempotencyStore)),
    Context.add(ImageRecordStore, port(ImageRecordStore)),
    Context.add(InvitationStore, port(InvitationStore)),
    Context.add(LocationSetStore, port(LocationSetStore)),
    Context.add(LocationStore, port(LocationStore)),
    Context.add(MemberStore, port(MemberStore)),
    Context.add(NetworkStore, port(NetworkStore)),
    Context.add(RemovalStore, port(RemovalStore)),
    Context.add(RevisionStore, port(RevisionStore)),
    Context.add(TombstoneStore, port(TombstoneStore)),
    Context.add(UserStore, port(UserStore)),
    Context.add(WebhookStore, port(WebhookStore))
  )
