import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function recorded(level: 'debug' | 'info' | 'silent' = 'info') {
  const lines: string[] = []
  const log = createLog({ level, destination: { write: (line) => void lines.push(line) } })
  return { log, messages: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg) }
}

it('a part logs at a level of its own while the program runs, and the others as before', () => {
  const { log, messages } = recorded()
  const [gateway, worker] = [log.child({ part: 'gateway' }), log.child({ part: 'worker' })]
  const request = gateway.child({ requestId: 'req_1' })
  request.debug({}, 'too early')
  log.levels.set({ gateway: 'debug', worker: 'error' })
  request.debug({}, 'detail')
  worker.warn({}, 'quiet now')
  worker.error({}, 'loud enough')
  log.debug({}, 'no part')
  log.levels.set({})
  request.debug({}, 'too late')
  worker.warn({}, 'heard again')
  expect(messages()).toEqual(['detail', 'loud enough', 'heard again'])
})

it('each line is given to those who tap the log, until they end', () => {
  const { log } = recorded()
  const taken: string[] = []
  const end = log.tap((line) => void taken.push(line))
  log.child({ part: 'api' }).info({ requestId: 'req_1' }, 'one')
  log.debug({}, 'below the level')
  end()
  log.info({}, 'two')
  expect(taken.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 'info', part: 'api', requestId: 'req_1', msg: 'one' }),
  ])
})
