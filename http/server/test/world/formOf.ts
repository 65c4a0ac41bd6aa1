import type { Call } from "./World.js"

const boundary = "agenda-boundary"

/** A file of a form: its bytes, and what the client calls it and says that it is. */
export interface FormFile {
  readonly bytes: Uint8Array
  readonly filename?: string
  readonly type?: string
}

/** A multipart form with a text in its field `data` and a file in another field, as a browser sends it. */
export const formOf = (
  data: unknown,
  { bytes, filename = "picture.jpg", type = "image/jpeg" }: FormFile,
  field = "image"
): Pick<Call, "body" | "headers"> => ({
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  body: Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="data"\r\n\r\n${JSON.stringify(data)}\r\n`),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`)
  ])
})
