const path = /^\/health\/(?:live|ready)\/?(?:\?|$)/

/** Whether a request asks for the health of the server, which it answers however much else there is to do. */
export const isHealthCheck = ({ method, url = "" }: { readonly method?: string | undefined; readonly url?: string | undefined }): boolean =>
  (method === "GET" || method === "HEAD") && path.test(url)
