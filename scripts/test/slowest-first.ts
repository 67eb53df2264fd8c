import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first. A file that is missing here is only begun later than it should be. */
export const slowest = [
  'e2e/people.journey.test.ts',
  'e2e/console.journey.test.ts',
  'packages/cli/src/deploy.process.test.ts',
  'scripts/pack-packages.process.test.ts',
  'packages/cli/src/services/conformance/conformance.process.test.ts',
  'packages/cli/src/running-app.process.test.ts',
  'packages/cli/src/services/app/templates.process.test.ts',
  'packages/server/src/main.process.test.ts',
  'packages/server/src/actions/registration/registration-crash.db.test.ts',
  'packages/server/src/api/http/odd-texts.db.test.ts',
  'packages/server/src/admin/backup-platform.db.test.ts',
  'packages/server/src/api/accounts/access.db.test.ts',
  'packages/cli/src/services/dev/run-dev.process.test.ts',
]

const root = join(import.meta.dirname, '../..')

/** The slowest first, then the others in the order they came. */
export function slowestFirst<File extends { moduleId: string }>(files: readonly File[]): File[] {
  const places = slowest.map((file) => join(root, file))
  const place = ({ moduleId }: File) => (places.includes(moduleId) ? places.indexOf(moduleId) : places.length)
  return files.toSorted((a, b) => place(a) - place(b))
}

/** A long file that is begun last leaves a core idle until it ends. Without results of a former run, vitest would go by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowestFirst(await super.sort(files))
  }
}
