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

/** The members of the detailed form that clients of the public v2 API read. */
export const clientMembers = [
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
  "links"
]

/** The members that the detailed form of every event adds to those of the item (wire.md §5). */
export const detailMembers = [...clientMembers, "country", "extIds", "locationUid"]
