import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An application that answers events at once and notes when each came; `GET` gives what it noted and forgets it. */
const body = Buffer.from('{"fieldValues":{}}')
let arrivals: [id: string, at: number][] = []
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(arrivals))
    arrivals = []
    return
  }
  arrivals.push([String(request.headers['webhook-id']), performance.timeOrigin + performance.now()])
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
