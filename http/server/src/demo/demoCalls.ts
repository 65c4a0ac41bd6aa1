/** A command line for a shell, with a description. */
export interface DemoCall {
  readonly about: string
  readonly command: string
}

/** Three example requests: a list, a single event, and a token that creates an event. */
export const demoCalls = (
  demo: { readonly url: string; readonly publicKey: string; readonly secretKey: string; readonly agendaUid: number }
): ReadonlyArray<DemoCall> => {
  const events = `${demo.url}/v2/agendas/${demo.agendaUid}/events`
  const body = JSON.stringify({
    title: { en: "My first event" },
    description: { en: "Made with one line of curl" },
    attendanceMode: 2,
    onlineAccessLink: "https://example.org/live",
    timings: [{ begin: "2035-06-01T18:00:00+02:00", end: "2035-06-01T20:00:00+02:00" }]
  })
  const token = `curl -s ${demo.url}/v2/requestAccessToken -H 'content-type: application/json' -d '{"code":"${demo.secretKey}"}'` +
    ` | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
  return [
    { about: "the next three events of the town", command: `curl -s -H 'key: ${demo.publicKey}' '${events}?size=3'` },
    { about: "one event, by its external identifier", command: `curl -s -H 'key: ${demo.publicKey}' ${events}/ext/demo/opening-concert` },
    {
      about: "an access token, and with it a new event",
      command: `curl -s ${events} -H "access-token: $(${token})" -H 'content-type: application/json' -d '${body}'`
    }
  ]
}
