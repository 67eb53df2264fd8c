// The baseline of the control plane: Fastify with one route that answers the JSON it was given, and nothing else.
import Fastify from 'fastify'

const body = JSON.parse(process.argv[2] ?? '{}') as object
const server = Fastify({ logger: false })
server.get('/*', async () => body)
await server.listen({ host: '127.0.0.1', port: 0 })
const address = server.server.address()
console.log(`listening ${typeof address === 'object' ? address?.port : address}`)
process.on('SIGTERM', () => process.exit(0))
