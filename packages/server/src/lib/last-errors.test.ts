import { expect, it } from 'vitest'
import { keepLastErrors } from './last-errors.ts'
import { createLog } from './log.ts'

it('keeps where and of which kind the last failures were, and not the words of an error', () => {
  const log = createLog({ destination: { write() {} } })
  const errors = keepLastErrors(log)
  log.warn({}, 'not a failure')
  for (let count = 0; count < 30; count++) log.error({ requestId: `req_${count}` }, 'failed')
  const failure = Object.assign(new TypeError('planted-value is wrong'), { code: 'E_ODD' })
  log.child({ part: 'gateway' }).error({ err: failure }, 'A call failed')
  const found = errors.list()
  expect(found).toHaveLength(20)
  expect(found.at(-1)).toMatchObject({ part: 'gateway', message: 'A call failed', type: 'TypeError', code: 'E_ODD' })
  expect(found.at(-1)?.place).toContain('last-errors.test.ts')
  expect(found.at(-2)).toMatchObject({ message: 'failed', requestId: 'req_29', type: null })
  expect(JSON.stringify(found)).not.toContain('planted')
  errors.stop()
  log.error({}, 'later')
  expect(errors.list().at(-1)?.message).toBe('A call failed')
})
