const path = /^\/health\/(?:live|ready)\/?(?:\?|$)/

/** Whether a request is a health check, which bypasses the queue. */
export const isHealthCheck = ({ method, url = "" }: { readonly method?: string | undefined; readonly url?: string | undefined }): boolean =>
  (method === "GET" || method === "HEAD") && path.test(url)
