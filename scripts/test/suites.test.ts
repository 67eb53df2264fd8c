import { expect, test } from 'vitest'
import { lanesOf, suiteOf, suites, takeSuite } from './suites.ts'

test.each([
  ['packages/oci/src/layer.test.ts', 'unit'],
  ['packages/oci/src/push-image.test.ts', 'unit'],
  ['packages/server/src/store/events.db.test.ts', 'db'],
  ['packages/engines/src/sandbox/engine.sandbox.test.ts', 'sandbox'],
  ['packages/server/src/registry/push.clients.test.ts', 'clients'],
  ['e2e/backup.postgres.test.ts', 'postgres'],
  ['e2e/launch.journey.test.ts', 'browser'],
  ['packages/console/src/forms/field.test.tsx', 'unit'],
  ['packages/console/src/pages/moves.dom.test.tsx', 'dom'],
])('the suffix of %s puts it into the suite %s', (file, suite) => {
  expect(suiteOf(file)).toBe(suite)
})

const namesOf = (cores: number, names: string[]) =>
  lanesOf(
    suites.filter(({ name }) => names.includes(name)),
    cores,
  ).map((lane) => lane.map(({ name }) => name))

test('suites that share a daemon never run at the same time, and run beside those that use every core', () => {
  expect(namesOf(2, ['unit', 'db', 'postgres', 'docker', 'clients', 'browser'])).toEqual([
    ['unit', 'browser', 'db'],
    ['postgres', 'docker', 'clients'],
  ])
})

test('a choice of suites of one kind, and a machine with one core, have one lane', () => {
  expect(namesOf(8, ['docker', 'clients'])).toEqual([['docker', 'clients']])
  expect(namesOf(1, ['unit', 'docker'])).toEqual([['unit', 'docker']])
})

test('a lane that is done helps the other, but never with a suite that shares a daemon', () => {
  const lanes = lanesOf(
    suites.filter(({ name }) => ['unit', 'db', 'browser', 'docker', 'clients'].includes(name)),
    2,
  )
  const [working = [], waiting = []] = lanes
  const take = (lane: typeof working) => takeSuite(lanes, lane)?.name
  expect([take(waiting), take(waiting), take(waiting)]).toEqual(['docker', 'clients', 'db'])
  expect([take(working), take(working), take(working)]).toEqual(['unit', 'browser', undefined])
  const others = lanesOf(
    suites.filter(({ name }) => ['unit', 'docker', 'clients'].includes(name)),
    2,
  )
  expect([0, 0].map(() => takeSuite(others, others[0] ?? [])?.name)).toEqual(['unit', undefined])
})
