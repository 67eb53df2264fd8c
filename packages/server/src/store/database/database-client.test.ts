import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseClient } from './database-client.ts'
import type { Servers } from './servers.ts'

it('a connection that breaks before anybody listens does not end the process', () => {
  const client = new DatabaseClient({ host: '127.0.0.1', port: 1 })
  expect(() => client.emit('error', new Error('Connection terminated unexpectedly'))).not.toThrow()
})

/** A client whose statements fail with this. */
function failingWith(error: Error) {
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(() => Promise.reject(error) as never)
  const failed = vi.fn()
  const current = 'postgresql://mkt@one/mkt'
  const servers: Servers = { current, mustWrite: true, failed, findWriter: async () => {}, onMove() {} }
  const client = new DatabaseClient({ servers })
  onTestFinished(() => query.mockRestore())
  const inner = client as unknown as { _queryable: boolean; connection: { stream: { destroyed: boolean } } }
  return { client, failed, isClosed: () => inner.connection.stream.destroyed && !inner._queryable }
}

it.each([
  [
    'the server became a standby',
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
  ],
  ['the server is silent', new Error('Query read timeout')],
])('where %s, the connection is closed and another server looked for', async (_, error) => {
  const { client, failed, isClosed } = failingWith(error)
  await expect(client.query('insert')).rejects.toBe(error)
  expect(isClosed()).toBe(true)
  expect(failed.mock.calls).toEqual([['postgresql://mkt@one/mkt']])
})

it('a statement that fails by itself leaves connection and server alone', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' })
  const { client, failed, isClosed } = failingWith(error)
  await expect(client.query('insert')).rejects.toBe(error)
  expect(isClosed()).toBe(false)
  expect(failed).not.toHaveBeenCalled()
})
