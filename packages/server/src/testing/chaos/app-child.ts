import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** An application of the chaos run: notes every event it got, and at times is slow, fails, or answers nothing. `app-child.ts <port> <file>` */
const [, , port, file] = process.argv
let count = 0
createServer((request, response) => {
  if (request.url === '/health') {
    response.end()
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    count += 1
    const source = (JSON.parse(Buffer.concat(chunks).toString()) as { id: string }).id
    if (count % 13 === 0) {
      response.writeHead(503).end()
      return
    }
    appendFileSync(file ?? '', `${request.headers['webhook-id']} ${source}\n`)
    // The work is done, and the connection breaks before the answer: it will be sent again.
    if (count % 29 === 0) response.socket?.destroy()
    else response.end()
  })
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
// The run was ended from outside: nobody is left to end us.
process.stdin.resume().on('end', () => process.exit())
