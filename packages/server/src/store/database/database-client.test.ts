import { expect, it } from 'vitest'
import { DatabaseClient } from './database-client.ts'

it('a connection that breaks before anybody listens does not end the process', () => {
  const client = new DatabaseClient({ host: '127.0.0.1', port: 1 })
  expect(() => client.emit('error', new Error('Connection terminated unexpectedly'))).not.toThrow()
})
