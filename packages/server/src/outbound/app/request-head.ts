const TARGET = /^\/[\x21-\x7e]*$/
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/

/** How the length of a request's body is told: in bytes, by chunks, or not at all where there is none. */
export type BodyLength = number | 'chunked' | null

/** The first lines of a request as they go over the wire. `lines` are headers as `headerLines` writes them. */
export function requestHead(method: string, target: string, host: string, lines: string, length: BodyLength): string {
  if (!METHOD.test(method) || !TARGET.test(target)) throw new Error('The request line cannot be written')
  const head = `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\n${lines}`
  if (length === 'chunked') return `${head}transfer-encoding: chunked\r\n\r\n`
  return length === null ? `${head}\r\n` : `${head}content-length: ${length}\r\n\r\n`
}
