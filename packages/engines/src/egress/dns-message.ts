/** One question to a name server, or why it is not answered. */
export type Question =
  | { kind: 'question'; name: string; type: number; inInternet: boolean; end: number }
  | { kind: 'malformed' }
  | { kind: 'ignored' }

export const TYPE_A = 1
const CLASS_IN = 1
const HEADER = 12
const LONGEST_LABEL = 63
const LONGEST_NAME = 253
const RESPONSE = 0x8000
const RECURSION = 0x0180
const TTL_SECONDS = 5

export type Answer = 'no such name' | 'no data' | 'malformed' | 'not implemented' | { address: string }

const CODES = { 'no such name': 3, 'no data': 0, malformed: 1, 'not implemented': 4 } as const

/** Reads a query. Answers and packets without a header are ignored; compressed names and several questions are malformed. */
export function readQuestion(packet: Buffer): Question {
  if (packet.length < HEADER) return { kind: 'ignored' }
  const flags = packet.readUInt16BE(2)
  if ((flags & RESPONSE) !== 0) return { kind: 'ignored' }
  if ((flags & 0x7800) !== 0 || packet.readUInt16BE(4) !== 1) return { kind: 'malformed' }
  const labels: string[] = []
  let at = HEADER
  for (;;) {
    const length = packet[at]
    if (length === undefined || length > LONGEST_LABEL) return { kind: 'malformed' }
    at += 1
    if (length === 0) break
    if (at + length > packet.length) return { kind: 'malformed' }
    labels.push(packet.subarray(at, at + length).toString('latin1'))
    at += length
  }
  if (at + 4 > packet.length) return { kind: 'malformed' }
  const name = labels.join('.').toLowerCase()
  if (name.length > LONGEST_NAME || /[^\x21-\x7e]/.test(name)) return { kind: 'malformed' }
  return {
    kind: 'question',
    name,
    type: packet.readUInt16BE(at),
    inInternet: packet.readUInt16BE(at + 2) === CLASS_IN,
    end: at + 4,
  }
}

/** The answer to a query; `end` is where its question ends, or where its header does when it has none. */
export function writeAnswer(query: Buffer, end: number, answer: Answer): Buffer {
  const hasQuestion = end > HEADER
  const head = Buffer.alloc(HEADER)
  query.copy(head, 0, 0, 2)
  const code = typeof answer === 'string' ? CODES[answer] : 0
  head.writeUInt16BE(RESPONSE | (query.readUInt16BE(2) & 0x0100) | RECURSION | code, 2)
  head.writeUInt16BE(hasQuestion ? 1 : 0, 4)
  head.writeUInt16BE(typeof answer === 'string' ? 0 : 1, 6)
  const question = hasQuestion ? query.subarray(HEADER, end) : Buffer.alloc(0)
  return Buffer.concat([head, question, typeof answer === 'string' ? Buffer.alloc(0) : addressRecord(answer.address)])
}

function addressRecord(address: string): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt16BE(0xc000 | HEADER, 0)
  record.writeUInt16BE(TYPE_A, 2)
  record.writeUInt16BE(CLASS_IN, 4)
  record.writeUInt32BE(TTL_SECONDS, 6)
  record.writeUInt16BE(4, 10)
  for (const [index, part] of address.split('.').entries()) record[12 + index] = Number(part)
  return record
}
