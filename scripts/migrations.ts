// Holds every migration that is newer than the rule against it: old and new processes run side by side (packages/server/src/store/database/migration-rules.ts).

import { readMigrations } from '../packages/server/src/store/database/migrate.ts'
import { migrationProblems } from '../packages/server/src/store/database/migration-rules.ts'
import { sharedNameProblems } from '../packages/server/src/store/database/shared-names.ts'

/** Those up to here ran before the rule existed, on databases without a former release beside them. */
const BEFORE_THE_RULE = 89

/** The first rule about names came later. */
const BEFORE_SHARED_NAMES = 303

const all = readMigrations()
const checked = all.filter(({ number }) => number > BEFORE_THE_RULE)
const problems = [
  ...checked.flatMap((migration) =>
    migrationProblems(migration).map(
      (problem) => `${String(migration.number).padStart(4, '0')}_${migration.name}.sql: ${problem}`,
    ),
  ),
  ...sharedNameProblems(all, { after: BEFORE_SHARED_NAMES }),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error('\nThe rule: CONTRIBUTING.md, "To change the schema"')
  process.exit(1)
}
console.log(`${checked.length} migrations can run beside the former release`)
