import { expect, test } from 'vitest'
import { suiteOf } from './suites.ts'

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
