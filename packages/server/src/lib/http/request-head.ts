import { METHODS } from 'node:http'
import { BadMessage } from './bad-message.ts'
import { headerOf } from './header-line.ts'

/** The headers of a request, and what they say about its end. Connections that send the same ones again share the object. */
export interface HeaderBlock {
  /** As they were written, without the empty line behind them. */
  text: string
  /** Names in lower case and values in turn. */
  headers: readonly string[]
  /** Of the body, in bytes; -1 where it is not announced. */
  length: number
  chunked: boolean
  /** Whether the caller closes the connection after the answer. */
  close: boolean
  /** Number of `host` headers: exactly one in HTTP/1.1. */
  hosts: number
  /** The value of `expect`, in lower case. */
  expect: string | undefined
  /** What the user of the server worked out from these headers. It is kept as long as they are sent again. */
  derived: unknown
}

export interface RequestHead {
  method: string
  /** A path and perhaps a query: the only form that every reader understands alike. */
  target: string
  /** Of the protocol: HTTP/1.`minor`. */
  minor: 0 | 1
  block: HeaderBlock
}

const TARGET = /^\/[\x21-\x7e]*$/
const KNOWN: ReadonlySet<string> = new Set(METHODS)

/**
 * Reads the request line and the headers. It accepts less than other readers and never more: what is not plainly
 * well-formed is refused. `former` is the block that the same connection sent before, if any.
 */
export function readRequestHead(text: string, former: HeaderBlock | undefined): RequestHead {
  const end = text.indexOf('\r\n')
  const line = end < 0 ? text : text.slice(0, end)
  const space = line.indexOf(' ')
  const method = line.slice(0, Math.max(0, space))
  if (!KNOWN.has(method)) throw new BadMessage('the method of the request is unknown')
  if (method === 'CONNECT') throw new BadMessage('CONNECT is not supported', 405)
  const version = line.length - 9
  if (version <= space) throw new BadMessage('the request line is malformed')
  const protocol = line.slice(version)
  if (protocol !== ' HTTP/1.1' && protocol !== ' HTTP/1.0')
    throw new BadMessage('requests are taken as HTTP/1.1 or HTTP/1.0')
  const target = line.slice(space + 1, version)
  if (!TARGET.test(target)) throw new BadMessage('the address of the request must be a path')
  const rest = end < 0 ? '' : text.slice(end + 2)
  const block = former?.text === rest ? former : readHeaders(rest)
  const minor = protocol === ' HTTP/1.1' ? 1 : 0
  if (block.hosts > 1 || (block.hosts === 0 && minor === 1)) throw new BadMessage('the request must name one host')
  if (block.chunked && minor === 0) throw new BadMessage('HTTP/1.0 knows no chunks')
  return { method, target, minor, block }
}

function readHeaders(text: string): HeaderBlock {
  const headers: string[] = []
  const block: HeaderBlock = {
    text,
    headers,
    length: -1,
    chunked: false,
    close: false,
    hosts: 0,
    expect: undefined,
    derived: undefined,
  }
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\r\n', start)
    const stop = end < 0 ? text.length : end
    const { name, value, frames } = headerOf(text.slice(start, stop))
    if (frames) noteFraming(block, name, value)
    headers.push(name, value)
    start = stop + 2
    if (end >= 0 && start >= text.length) throw new BadMessage('the headers end too early')
  }
  if (block.chunked && block.length >= 0) throw new BadMessage('the length is told in two ways')
  return block
}

function noteFraming(block: HeaderBlock, name: string, value: string): void {
  switch (name) {
    case 'content-length':
      if (block.length >= 0 || !/^\d{1,15}$/.test(value)) throw new BadMessage('the length is malformed')
      block.length = Number(value)
      return
    case 'transfer-encoding':
      if (block.chunked || value.toLowerCase() !== 'chunked') throw new BadMessage('the transfer coding is unknown')
      block.chunked = true
      return
    case 'connection':
      if (/(^|[\s,])close($|[\s,])/i.test(value)) block.close = true
      return
    case 'host':
      block.hosts += 1
      return
    case 'expect':
      block.expect = block.expect === undefined ? value.toLowerCase() : `${block.expect}, ${value.toLowerCase()}`
  }
}
