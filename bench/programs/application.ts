import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An application that does nothing: `application.ts [<milliseconds to wait>]`. Reads the body, then answers a small JSON object. */
const delay = Number(process.argv[2] ?? 0)
const body = Buffer.from('{"fieldValues":{}}')
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    }
    if (delay > 0) setTimeout(answer, delay)
    else answer()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
