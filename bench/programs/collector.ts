import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A collector of traces that takes everything and keeps nothing. */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end('{}'))
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
