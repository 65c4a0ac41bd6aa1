import * as Config from "effect/Config"

/** The configuration of webhooks from `AGENDA_…` variables, through the current `ConfigProvider`. */
export const webhooksConfig = Config.nested(
  Config.all({
    /** Whether webhooks may be at private network addresses. */
    privateAddresses: Config.boolean("WEBHOOKS_PRIVATE_ADDRESSES").pipe(
      Config.withDefault(false)
    )
  }),
  "AGENDA"
)
