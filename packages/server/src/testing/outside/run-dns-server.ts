import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

const TXT = 16
const NAME_ERROR = 3

interface DnsServer {
  address: string
  records: Map<string, string[]>
  stop(): Promise<void>
}

/** A name server: the TXT records that are put into the map, and "no such name" for everything else, until it is stopped. */
export async function runDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query, records), from.port, from.address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const stop = () => new Promise<void>((resolve) => socket.close(() => resolve()))
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, records, stop }
}

function answerTo(query: Buffer, records: Map<string, string[]>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const found = records.get(labels.join('.').toLowerCase()) ?? []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (found.length === 0 ? NAME_ERROR : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  const answers = found.map((text) => {
    const data = Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')])
    const fixed = Buffer.alloc(12)
    // The name is a pointer to the question.
    fixed.writeUInt16BE(0xc00c, 0)
    fixed.writeUInt16BE(TXT, 2)
    fixed.writeUInt16BE(1, 4)
    fixed.writeUInt16BE(data.length, 10)
    return Buffer.concat([fixed, data])
  })
  return Buffer.concat([header, question, ...answers])
}
