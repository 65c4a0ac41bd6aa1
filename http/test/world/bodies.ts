/** A valid body of an event in person; the location is to be added. */
export const eventBody = {
  title: { fr: "Concert d'été", en: "Summer concert" },
  description: { fr: "Jazz en plein air" },
  keywords: { fr: ["jazz", "plein air"] },
  timings: [
    { begin: "2025-07-01T19:00:00+02:00", end: "2025-07-01T22:00:00+02:00" },
    { begin: "2025-07-02T19:00:00+02:00", end: "2025-07-02T22:00:00+02:00" }
  ]
} as const

/** A valid body of an event online. */
export const onlineBody = { ...eventBody, attendanceMode: 2, onlineAccessLink: "https://example.org/live" } as const

/** A valid body of a location. */
export const locationBody = {
  name: "Médiathèque",
  address: "1 rue des Arts, Quimper",
  countryCode: "fr",
  adminLevel1: "Bretagne",
  adminLevel2: "Finistère",
  adminLevel4: "Quimper",
  latitude: 47.99,
  longitude: -4.1,
  timezone: "Europe/Paris"
} as const
