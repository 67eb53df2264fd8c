import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { readQuestion } from '../../egress/dns-message.ts'
import { guarded } from '../../guarded.ts'

const [TYPE_A, TYPE_AAAA] = [1, 28]

/** A name server at port 53 that answers from a file of names and their addresses, read at each question. */
export async function startNameServer(host: string, file: string): Promise<{ close(): void }> {
  const server = createSocket('udp4')
  const answer = (query: Buffer, from: { address: string; port: number }) => {
    const question = readQuestion(query)
    if (question.kind !== 'question') return
    const known = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>)[question.name]
    const family = question.type === TYPE_A ? 4 : question.type === TYPE_AAAA ? 6 : 0
    const records = (known ?? []).filter((address) => isIP(address) === family).map(recordOf)
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180 | (known === undefined ? 3 : 0), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    server.send(Buffer.concat([head, query.subarray(12, question.end), ...records]), from.port, from.address)
  }
  server.on(
    'message',
    guarded(() => {}, answer),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.bind(53, host, resolve)
  })
  return { close: () => server.close() }
}

function recordOf(address: string): Buffer {
  const bytes = isIP(address) === 4 ? address.split('.').map(Number) : bytesOf6(address)
  const head = Buffer.from([0xc0, 0x0c, 0, bytes.length === 4 ? TYPE_A : TYPE_AAAA, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, Buffer.from(bytes)])
}

function bytesOf6(address: string): number[] {
  const mapped = /^::ffff:(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  if (mapped !== null) return [...new Array(10).fill(0), 255, 255, ...mapped.slice(1).map(Number)]
  const [before = '', after = ''] = address.split('::')
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)))
  const [first, last] = [words(before), words(after)]
  const all = [...first, ...new Array(8 - first.length - last.length).fill(0), ...last]
  return all.flatMap((word) => [word >> 8, word & 255])
}
