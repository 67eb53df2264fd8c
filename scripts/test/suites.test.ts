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

const everySuite = suites.map(({ name }) => name)

test('each suite has its place in one lane', () => {
  expect(namesOf(2, everySuite).flat().sort()).toEqual([...everySuite].sort())
})

test('suites that share a daemon, and the browser whose connections their networks would end, never run at the same time', () => {
  const lane = namesOf(2, everySuite).find((names) => names.includes('docker'))
  expect(lane?.slice(0, 3)).toEqual(['browser', 'docker', 'clients'])
})

test('a choice of suites of one lane, and a machine with one core, have one lane', () => {
  expect(namesOf(8, ['docker', 'clients'])).toEqual([['docker', 'clients']])
  expect(namesOf(1, ['unit', 'docker'])).toEqual([['unit', 'docker']])
})

test('a lane that is done helps another, but never with a suite that shares a daemon', () => {
  const lanes = lanesOf(
    suites.filter(({ name }) => ['unit', 'db', 'browser', 'docker', 'clients'].includes(name)),
    2,
  )
  const [containers = [], soonOver = []] = lanes
  const take = (lane: typeof soonOver) => takeSuite(lanes, lane)?.name
  expect([take(containers), take(soonOver), take(soonOver), take(soonOver)]).toEqual([
    'browser',
    'unit',
    'db',
    undefined,
  ])
  expect([take(containers), take(containers), take(containers)]).toEqual(['docker', 'clients', undefined])
})
