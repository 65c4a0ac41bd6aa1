/** The members of every event in the default list item (wire.md §5). */
export const itemMembers = [
  "uid",
  "slug",
  "title",
  "description",
  "image",
  "imageCredits",
  "featured",
  "attendanceMode",
  "onlineAccessLink",
  "keywords",
  "dateRange",
  "originAgenda",
  "location",
  "status",
  "firstTiming",
  "nextTiming",
  "lastTiming"
]

/** The members that the detailed form of every event adds to them (wire.md §5). */
export const detailMembers = [
  "longDescription",
  "conditions",
  "timings",
  "registration",
  "accessibility",
  "age",
  "state",
  "createdAt",
  "updatedAt",
  "timezone",
  "country",
  "links",
  "extIds",
  "locationUid"
]
