// The least a server can do: node:http with one prepared text, in base64 as the argument.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = Buffer.from(process.argv[2] ?? '', 'base64').toString('latin1')
const headers = ['content-type', 'application/json', 'cache-control', 'no-store', 'content-length', String(body.length)]
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body, 'latin1')
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
