import fc from 'fast-check'

/** Request lines, headers and bodies as callers, careless programs and attackers write them. Each is one message in bytes (latin1). */
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS') },
  fc.constantFrom('TRACE', 'CONNECT', 'get', 'PROPFIND', 'G ET', '', 'GET\t', 'PRI', 'M-SEARCH', 'PURGE', '\x00GET'),
)
const target = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/', '/a', '/a/b?c=d', '//a', '/%2e%2e/x', '/a?b=c&d=%00', '/~x;y=1') },
  fc.constantFrom('*', 'http://h/x', 'h:80', '', '/a b', '/a\tb', '/\x80', '/\x00', '/a#f', '?x', '\\x', '/é'),
)
const version = fc.oneof(
  { weight: 8, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', 'HTTP/1.10', 'HTTP/1.', 'HTTP/01.1', '', 'HTTP/1.1 '),
)
const lineEnd = fc.oneof(
  { weight: 40, arbitrary: fc.constant('\r\n') },
  fc.constantFrom('\n', '\r', '\r\r\n', '\n\r', ''),
)
const harmless = fc.constantFrom(
  'accept: */*',
  'x-a: b',
  'X-Upper: Value',
  'x-empty:',
  'x-spaces:   padded \t ',
  'content-type: application/json',
  'connection: keep-alive',
  'user-agent: any/1.0 (x)',
  'x-high: \xe9\xff',
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
)
const odd = fc.constantFrom(
  'host: other',
  'Host : x',
  ' folded',
  '\tfolded',
  ': nameless',
  'nocolon',
  'bad name: x',
  'x-nul: a\x00b',
  'x-cr: a\rb',
  'x-lf: a\nx-smuggled: 1',
  'x-del: \x7f',
  'content-length: 5',
  'content-length: 05',
  'content-length: +5',
  'content-length: 5, 5',
  'content-length: 0x5',
  'content-length: -1',
  'content-length:',
  'content-length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'transfer-encoding: Chunked',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: chunked, identity',
  'transfer-encoding: xchunked',
  'transfer-encoding : chunked',
  'transfer-encoding:\x0bchunked',
  'connection: close',
  'connection: close, x-a',
  'connection: upgrade',
  'upgrade: websocket',
  'expect: 100-continue',
  'expect: magic',
  'keep-alive: timeout=1',
  'trailer: x-t',
)
const header = fc.oneof({ weight: 5, arbitrary: harmless }, { weight: 2, arbitrary: odd })

const content = fc.string({ maxLength: 40, unit: 'binary-ascii' })
const chunks = fc
  .array(
    fc.tuple(
      fc.constantFrom('', ';ext=1', ' ;x', ';"q"'),
      content.filter((text) => text !== ''),
    ),
    { maxLength: 4 },
  )
  .map(
    (parts) =>
      `${parts.map(([extension, text]) => `${text.length.toString(16)}${extension}\r\n${text}\r\n`).join('')}0\r\n\r\n`,
  )
const brokenChunks = fc.constantFrom(
  'zz\r\nhi\r\n0\r\n\r\n',
  '5\nhello\r\n0\r\n\r\n',
  '3\r\nhello\r\n0\r\n\r\n',
  '-1\r\n\r\n',
  '0\r\nx: y\r\n\r\n',
  '0\n\n',
)

/** A body together with the header that announces it. */
const framed = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ line: undefined as string | undefined, body: '' }) },
  { weight: 4, arbitrary: content.map((text) => ({ line: `content-length: ${text.length}`, body: text })) },
  { weight: 3, arbitrary: chunks.map((text) => ({ line: 'transfer-encoding: chunked', body: text })) },
  { weight: 1, arbitrary: brokenChunks.map((text) => ({ line: 'transfer-encoding: chunked', body: text })) },
)

const request = fc
  .record({
    method,
    target,
    version,
    host: fc.oneof(
      { weight: 9, arbitrary: fc.constant(['host: x']) },
      fc.constantFrom([], ['HOST: y'], ['host: a', 'host: b']),
    ),
    headers: fc.array(header, { maxLength: 5 }),
    framed,
    ends: fc.array(lineEnd, { minLength: 10, maxLength: 10 }),
    prefix: fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom('\r\n', '\n', ' ', '\x00')),
  })
  .map((parts) => {
    const lines = [
      `${parts.method} ${parts.target} ${parts.version}`,
      ...parts.host,
      ...parts.headers,
      ...(parts.framed.line === undefined ? [] : [parts.framed.line]),
    ]
    const head = lines.map((line, index) => line + (parts.ends[index] ?? '\r\n')).join('')
    return `${parts.prefix}${head}${parts.ends[9] ?? '\r\n'}${parts.framed.body}`
  })

/** What one caller sends on one connection: some requests in a row. */
export const callerBytes = fc
  .array(request, { minLength: 1, maxLength: 3 })
  .map((requests) => Buffer.from(requests.join(''), 'latin1'))

/** Cuts bytes into reads at any places. */
export const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 8 })

export function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => Math.min(place, bytes.length)))].sort((a, b) => a - b)
  const ends = [...sorted, bytes.length]
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter((part) => part.length > 0)
}
