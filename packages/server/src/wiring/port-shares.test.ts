import { applicationSource } from '@mkt/engines'
import { expect, it } from 'vitest'
import { portShares } from './port-shares.ts'

const application = applicationSource()

it('sandboxed applications of a publisher have half of a port at most, and no address but theirs', () => {
  const { isShared, mostOf, total } = portShares('gateway', [])
  expect([application, '203.0.113.1'].map(isShared)).toEqual([false, false])
  expect(mostOf?.(application)).toBe(Math.floor(total / 2))
  expect(mostOf?.(`::ffff:${application}`)).toBe(Math.floor(total / 2))
  expect(mostOf?.('203.0.113.1')).toBeUndefined()
})

it('a proxy that is trusted carries many, and an application is never one', () => {
  const { isShared } = portShares('gateway', ['127.0.0.0/8'])
  expect(['127.0.0.1', application].map(isShared)).toEqual([true, false])
})
