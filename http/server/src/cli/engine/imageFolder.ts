import { dirname, join } from "node:path"

/** The default image folder of a database: beside its file, otherwise in the working directory. */
export const folderOf = (database: string): string => {
  const file = /^sqlite:(.+)$/.exec(database)?.[1] ?? ":memory:"
  return file === ":memory:" ? "images" : join(dirname(file), "images")
}
