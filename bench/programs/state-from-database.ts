// State read from PostgreSQL each time, as simply as it can be done: one prepared statement, one row, its text sent on.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { startTestCluster } from '../../packages/server/src/testing/database/cluster.ts'

const body = Buffer.from(process.argv[2] ?? '', 'base64').toString('utf8')
const { cluster, stop } = await startTestCluster()
const { host, port, user, template } = cluster
const pool = new pg.Pool({ host, port, user, database: template, max: 10 })
await pool.query('create table bench_state (key text primary key, body text not null)')
await pool.query('insert into bench_state values ($1, $2)', ['k', body])
const server = createServer(async (_request, response) => {
  const { rows } = await pool.query({
    name: 'read',
    text: 'select body from bench_state where key = $1',
    values: ['k'],
  })
  const text = rows[0].body as string
  response.writeHead(200, ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(text))])
  response.end(text)
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', async () => {
  await pool.end()
  await stop()
  process.exit(0)
})
