import { STATUS_CODES } from 'node:http'

const statusLines = new Map<number, string>()

/** The first line of an answer, with its line end. */
export function statusLine(status: number): string {
  let line = statusLines.get(status)
  if (line === undefined) {
    line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`
    statusLines.set(status, line)
  }
  return line
}

let second = 0
let line = ''

/** The `date` header as a line: the same text for a whole second. */
export function dateLine(now: number): string {
  const current = Math.floor(now / 1000)
  if (current !== second) {
    second = current
    line = `date: ${new Date(now).toUTCString()}\r\n`
  }
  return line
}

/** Whether an answer with this status never has a body. */
export function isBodyless(status: number): boolean {
  return status === 204 || status === 304 || status < 200
}
