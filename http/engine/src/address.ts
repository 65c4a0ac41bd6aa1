/** A name or an address with a port, as the handler takes it into links. */
const hostPattern = /^[\w.:[\]-]{1,255}$/

const isHost = (host: string): boolean => hostPattern.test(host) && URL.canParse(`http://${host}`)

/** The first of the values of a header that proxies append to. */
const firstOf = (value: string | null | undefined): string => (value ?? "").split(",", 1).join("").trim()

/** The address that a request was sent to. */
export interface Address {
  readonly scheme: string
  readonly host: string
}

/**
 * The address that a trusted proxy forwards (`x-forwarded-proto`, `x-forwarded-host`), else the request's own. Values
 * that are not valid are ignored; without a valid host it is `localhost`.
 */
export const addressOf = (own: Address, header: (name: string) => string | null | undefined, trustProxy: boolean): Address => {
  const scheme = trustProxy ? firstOf(header("x-forwarded-proto")).toLowerCase() : ""
  const forwarded = trustProxy ? firstOf(header("x-forwarded-host")) : ""
  return {
    scheme: scheme === "http" || scheme === "https" ? scheme : own.scheme,
    host: [forwarded, own.host].find(isHost) ?? "localhost"
  }
}

/** The request at the address that a trusted proxy forwards. */
export const readdressed = (request: Request): Request => {
  const url = new URL(request.url)
  const own = { scheme: url.protocol.slice(0, -1), host: request.headers.get("host") ?? url.host }
  const { host, scheme } = addressOf(own, (name) => request.headers.get(name), true)
  const moved = new Request(`${scheme}://${host}${url.pathname}${url.search}`, request)
  moved.headers.set("host", host)
  return moved
}
