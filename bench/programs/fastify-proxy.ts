import proxy from '@fastify/http-proxy'
import fastify from 'fastify'

/** The usual proxy of the same framework, adding one header: `fastify-proxy.ts <upstream port>`. */
const app = fastify()
await app.register(proxy, {
  upstream: `http://127.0.0.1:${process.argv[2]}`,
  prefix: '/r0',
  replyOptions: { rewriteRequestHeaders: (_request, headers) => ({ ...headers, 'x-mkt-key': 'k'.repeat(102) }) },
})
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`listening ${(app.server.address() as { port: number }).port}`)
process.on('SIGTERM', () => process.exit(0))
