import { expect, it } from 'vitest'
import { partsOf } from './process.ts'

it('a part is up while a process that holds it lives', () => {
  expect(
    partsOf([
      { roles: ['api', 'gateway'], state: 'up' },
      { roles: ['gateway'], state: 'up' },
      { roles: ['worker'], state: 'silent' },
    ]),
  ).toEqual([
    { part: 'api', state: 'up', processes: 1 },
    { part: 'gateway', state: 'up', processes: 2 },
    { part: 'state', state: 'down', processes: 0 },
    { part: 'relay', state: 'down', processes: 0 },
    { part: 'worker', state: 'down', processes: 0 },
  ])
})
