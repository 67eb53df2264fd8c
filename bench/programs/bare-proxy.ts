// The least a proxy on node:http can do: one header added, the first part of the path dropped, connections kept. `bare-proxy.ts <upstream port>`.
import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const port = Number(process.argv[2])
const key = 'k'.repeat(102)
const server = createServer((request, response) => {
  const { method, headers } = request
  const path = (request.url ?? '').replace(/^\/r0/, '')
  const upstream = ask({ agent, port, host: '127.0.0.1', method, path, headers: { ...headers, 'x-mkt-key': key } })
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(response)
  })
  upstream.on('error', () => response.destroy())
  request.pipe(upstream)
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
