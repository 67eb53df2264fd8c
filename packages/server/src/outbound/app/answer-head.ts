import { BadMessage } from '../../lib/http/bad-message.ts'
import { headerOf } from '../../lib/http/header-line.ts'

/** The first lines of an answer, and what they say about its end. */
export interface AnswerHead {
  /** As it was written, without the empty line behind it. */
  text: string
  status: number
  /** Names in lower case and values in turn. */
  headers: readonly string[]
  /** Of the body, in bytes; -1 where it is not told. */
  length: number
  chunked: boolean
  /** Whether the connection ends with the answer. */
  close: boolean
  /** How long the instance keeps an unused connection, in seconds, if it says so. */
  keepSeconds: number | undefined
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/

export function readAnswerHead(text: string): AnswerHead {
  let end = text.indexOf('\r\n')
  const [, minor, digits] = STATUS_LINE.exec(end < 0 ? text : text.slice(0, end)) ?? []
  if (digits === undefined) throw new BadMessage('the first line is not that of an answer')
  const status = Number(digits)
  if (status === 101) throw new BadMessage('the instance changed the protocol unasked')
  const headers: string[] = []
  const head = { text, status, headers, length: -1, chunked: false, close: minor === '0', keepSeconds: undefined }
  while (end >= 0) {
    const start = end + 2
    end = text.indexOf('\r\n', start)
    const { name, value, frames } = headerOf(end < 0 ? text.slice(start) : text.slice(start, end))
    if (frames) noteFraming(head, name, value)
    headers.push(name, value)
  }
  if (head.chunked && (head.length >= 0 || minor === '0')) throw new BadMessage('the length is told in two ways')
  return head
}

function noteFraming(head: AnswerHead, name: string, value: string): void {
  switch (name) {
    case 'content-length':
      if (head.length >= 0 || !/^\d{1,15}$/.test(value)) throw new BadMessage('the length is malformed')
      head.length = Number(value)
      return
    case 'transfer-encoding':
      if (head.chunked || value.toLowerCase() !== 'chunked') throw new BadMessage('the transfer coding is unknown')
      head.chunked = true
      return
    case 'connection':
      if (/(^|[\s,])close($|[\s,])/i.test(value)) head.close = true
      return
    case 'keep-alive': {
      const seconds = /(?:^|[\s,])timeout=(\d{1,6})/i.exec(value)?.[1]
      if (seconds !== undefined) head.keepSeconds = Number(seconds)
    }
  }
}
