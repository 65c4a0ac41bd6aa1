import * as Config from "effect/Config"
import { isNetwork } from "./Networks.js"

/** Which headers trusted proxies write: `Forwarded` (RFC 7239), or `X-Forwarded-For`, `-Proto` and `-Host`. */
export const proxyHeaders = ["x-forwarded", "forwarded"] as const

/** Which headers trusted proxies write. */
export type ProxyHeaders = (typeof proxyHeaders)[number]

/** The proxies whose headers are believed. */
export interface TrustedProxies {
  /** Addresses and networks of proxies; empty: headers of proxies are ignored. */
  readonly networks: ReadonlyArray<string>
  readonly headers: ProxyHeaders
}

/** Requests a minute; 0: no limit. Addresses are those of clients, IPv6 ones by their first 56 bits. */
export interface RateSettings {
  /** Wrong keys and access tokens of an address. Requests with a valid credential are not counted. */
  readonly wrongSecrets: number
  /** Pages of invitations that an address opens or accepts. */
  readonly invitations: number
  /** Suggestions for an address without a credential. */
  readonly suggestions: number
  /** Exports for an address without a credential. */
  readonly exports: number
  /** All requests of an address without a credential. */
  readonly anonymous: number
  /** All requests with the same key or access token. */
  readonly credential: number
}

/** Requests a minute of single keys, by the key itself; they replace `credential`. */
export type KeyRates = ReadonlyMap<string, number>

/** The default limits. */
export const defaultRates: RateSettings = {
  wrongSecrets: 20,
  invitations: 20,
  suggestions: 120,
  exports: 30,
  anonymous: 0,
  credential: 0
}

/** How clients are told apart, and how much each may ask for. */
export interface ClientSettings {
  readonly proxies: TrustedProxies
  readonly rates: RateSettings
  readonly keyRates: KeyRates
}

/** The default: no proxy is trusted. */
export const defaultClients: ClientSettings = {
  proxies: { networks: [], headers: "x-forwarded" },
  rates: defaultRates,
  keyRates: new Map()
}

// Validated outside `nested`, because its errors would otherwise lack the variable's name.
const networks: Config.Config<ReadonlyArray<string>> = Config.validate(Config.array(Config.nonEmptyString()), {
  message: "addresses and networks as 10.0.0.0/8 are expected, separated by commas",
  validation: (texts) => texts.every(isNetwork)
}).pipe(Config.nested("TRUST_PROXY"), Config.withDefault(defaultClients.proxies.networks))

const rate = (name: string, fallback: number): Config.Config<number> =>
  Config.integer(name).pipe(
    Config.validate({ message: "0 or more requests a minute are expected", validation: (quota) => quota >= 0 }),
    Config.withDefault(fallback)
  )

const keyRate = /^\s*(\w+)=(\d{1,9})\s*$/

const keyRates: Config.Config<KeyRates> = Config.string("RATE_KEYS").pipe(
  Config.validate({
    message: "KEY=REQUESTS is expected, several separated by commas",
    validation: (text) => text.split(",").every((part) => keyRate.test(part))
  }),
  Config.map((text) =>
    new Map(
      text.split(",").map((part) => {
        const [, key = "", quota] = keyRate.exec(part) ?? []
        return [key, Number(quota)] as const
      })
    )
  ),
  Config.withDefault(new Map<string, number>())
)

/** The settings of clients, from variables without `AGENDA_`. */
export const clients: Config.Config<ClientSettings> = Config.all({
  proxies: Config.all({
    networks,
    headers: Config.literal(...proxyHeaders)("PROXY_HEADERS").pipe(Config.withDefault("x-forwarded" as const))
  }),
  rates: Config.all({
    wrongSecrets: rate("RATE_WRONG_SECRETS", defaultRates.wrongSecrets),
    invitations: rate("RATE_INVITATIONS", defaultRates.invitations),
    suggestions: rate("RATE_SUGGESTIONS", defaultRates.suggestions),
    exports: rate("RATE_EXPORTS", defaultRates.exports),
    anonymous: rate("RATE_ANONYMOUS", defaultRates.anonymous),
    credential: rate("RATE_CREDENTIAL", defaultRates.credential)
  }),
  keyRates
})
