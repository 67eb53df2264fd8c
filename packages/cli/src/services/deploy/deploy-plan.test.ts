import { expect, test } from 'vitest'
import { nextToDeploy } from './deploy-plan.ts'

const release = (version: string, state: 'LIVE' | 'REJECTED' | 'WITHDRAWN' | 'SUPERSEDED') => ({ version, state })

test('the first deploy keeps a version that was never released', () => {
  expect(nextToDeploy('1.0.0', [])).toBe('1.0.0')
})

test('every later deploy raises the second part', () => {
  expect(nextToDeploy('1.0.0', [release('1.0.0', 'LIVE')])).toBe('1.1.0')
  expect(nextToDeploy('1.4.0', [release('1.0.0', 'LIVE')])).toBe('1.5.0')
})

test('a version whose release was rejected or withdrawn is used again', () => {
  expect(nextToDeploy('1.0.0', [release('1.0.0', 'REJECTED')])).toBe('1.0.0')
  expect(nextToDeploy('1.1.0', [release('1.1.0', 'REJECTED'), release('1.0.0', 'LIVE')])).toBe('1.1.0')
  expect(nextToDeploy('1.1.0', [release('1.1.0', 'WITHDRAWN'), release('1.0.0', 'LIVE')])).toBe('1.1.0')
})

test('a freed version below a newer release is raised anyway', () => {
  expect(nextToDeploy('1.1.0', [release('1.2.0', 'LIVE'), release('1.1.0', 'WITHDRAWN')])).toBe('1.2.0')
  expect(nextToDeploy('1.0.0', [release('1.0.0', 'LIVE'), release('1.0.0', 'REJECTED')])).toBe('1.1.0')
})
