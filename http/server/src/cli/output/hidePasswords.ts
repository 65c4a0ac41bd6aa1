/** The part before the host; with a raw `/`, `?` or `#` in the password, what could be a port is none. */
const userInfo = /(\w+:)\/\/([^\s/?#]*|[^\s/?#:]*:(?!\d*(?:[/?#\s]|$))\S*)@/g

const passwordParameter = /([?&]password=)[^&#\s]*/gi

/**
 * A text without the passwords of the URLs in it. Of URLs with http and https the user is hidden too, because services
 * take tokens there.
 *
 * @example
 * hidePasswords("s3:https://ada:secret@host/bucket") // "s3:https://redacted@host/bucket"
 * hidePasswords("postgres://ada:secret@host/agenda") // "postgres://ada:redacted@host/agenda"
 */
export const hidePasswords = (text: string): string =>
  text.replace(userInfo, (_, scheme: string, info: string) => {
    const [user = "", ...password] = info.split(":")
    if (/^https?:$/i.test(scheme)) return `${scheme}//redacted@`
    return `${scheme}//${user}${password.length === 0 ? "" : ":redacted"}@`
  }).replace(passwordParameter, "$1redacted")
