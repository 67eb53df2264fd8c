import type { ActivityRequest } from '../../../queries/activity/activity.ts'

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a command, with masked headers left masked. */
export function curlOf({ method, url, headers }: ActivityRequest, body: string | undefined): string {
  const parts = [
    `curl -X ${method} ${quoted(url)}`,
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  if (body) parts.push(`--data-raw ${quoted(body)}`)
  return parts.join(' \\\n  ')
}
