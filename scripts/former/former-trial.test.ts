import { expect, test } from 'vitest'
import { planTrial } from './former-trial.ts'

const fresh = [{ name: '0300_a.sql', sql: 'alter table a add column b text;' }]

test('a former release that knows every migration is tried only when somebody asks for all of it', () => {
  expect(planTrial('v1.0.0', [], { brief: true, paths: [] })).toMatchObject({ kind: 'nothing' })
  expect(planTrial('v1.0.0', [], { brief: false, paths: [] })).toMatchObject({ kind: 'try' })
})

test('briefly, what requests go through is tried, and otherwise everything that leans on the schema', () => {
  const tested = (brief: boolean) => planTrial('v1.0.0', fresh, { brief, paths: [] })
  expect(tested(true)).toEqual({
    kind: 'try',
    tested: ['gateway', 'state', 'relay'].map((name) => `packages/server/src/${name}`),
  })
  expect(tested(false)).toMatchObject({ tested: expect.arrayContaining(['packages/server/src/api']) })
  expect(planTrial('v1.0.0', fresh, { brief: true, paths: ['x'] })).toEqual({ kind: 'try', tested: ['x'] })
})

test('a breaking migration says why the former release is not tried', () => {
  const breaking = [...fresh, { name: '0301_b.sql', sql: '-- breaking: the key changes\ndrop table a;' }]
  expect(planTrial('v1.0.0', breaking, { brief: true, paths: [] })).toEqual({
    kind: 'nothing',
    why: 'v1.0.0 does not go on, and says so itself: 0301_b.sql (the key changes)',
  })
})
