import { isHopByHop } from './request-headers.ts'

type Headers = Record<string, string | string[] | undefined>

/**
 * What of an application's headers goes to the caller. Below the gateway's own address all routes share one origin, so an answer there may
 * neither set cookies nor act as a page of that origin.
 */
export function answerHeaders(headers: Headers, sharedOrigin: boolean): Headers {
  const passed: Headers = {}
  const connection = headers.connection
  const named = new Set(
    String(connection ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  )
  for (const name of Object.keys(headers)) {
    if (isHopByHop(name) || named.has(name)) continue
    if (sharedOrigin && name === 'set-cookie') continue
    passed[name] = headers[name]
  }
  if (sharedOrigin) {
    passed['content-security-policy'] = 'sandbox'
    passed['x-content-type-options'] = 'nosniff'
  }
  return passed
}
