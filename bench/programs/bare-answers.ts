import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { readShared } from '../../packages/server/src/lib/http/read-shared.ts'
import { ownCopy } from '../../packages/server/src/lib/process/own-copy.ts'

/**
 * The least that reading one of many answers costs: `bare-answers.ts <answers> <body in base64>`. One look-up of a key as long as
 * ours in a map, one write of a text in one piece, and nothing else.
 */
const [, , count = '1', body = ''] = process.argv
const text = Buffer.from(body, 'base64').toString('latin1')
const KEY_BYTES = 77
const SHOWN = 500

const answers = new Map<string, string>()
const shown: string[] = []
for (let index = 0; index < Number(count); index += 1) {
  const key = ownCopy(randomBytes(KEY_BYTES).toString('base64url'))
  const own = `${text.slice(0, -16)}${key.slice(0, 16)}`
  answers.set(key, ownCopy(`HTTP/1.1 200 OK\r\ncontent-length: ${own.length}\r\n\r\n${own}`))
  if (index % Math.ceil(Number(count) / SHOWN) === 0) shown.push(key)
}
const PATH = 'GET /state/'
const fail = (error: unknown) => {
  throw error
}
const server = createServer({ pauseOnConnect: true }, (accepted) => {
  const socket = readShared(
    accepted,
    (bytes) => {
      const head = bytes.toString('latin1')
      const answer = answers.get(head.slice(PATH.length, head.indexOf(' ', PATH.length)))
      if (answer === undefined) socket.destroy()
      else socket.write(answer, 'latin1')
    },
    fail,
  )
  socket.setNoDelay(true)
  socket.on('error', () => {})
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening ${(server.address() as AddressInfo).port} keys ${shown.join(',')} end`)
})
process.on('SIGTERM', () => process.exit(0))
