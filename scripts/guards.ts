// Holds every source file of the programs against the rule that a failure ends one exchange and never the process (scripts/guards/check-guards.ts).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkGuards } from './guards/check-guards.ts'

const root = join(import.meta.dirname, '..')
/** What serves others for a long time. A tool that ends with its command may end by an error as well. */
const places = ['packages/{engines,oci,server,simulator}/src/**/*.ts', 'packages/cli/src/services/dev/*.ts']
const paths = places
  .flatMap((place) => globSync(place, { cwd: root }))
  .filter((path) => !/\/testing\/|\/testing\.ts$|\.test\.ts$/.test(path))
const sources = new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const violations = checkGuards(sources)
if (violations.length > 0) {
  console.error(violations.join('\n'))
  console.error(`\n${violations.length} violations in ${sources.size} files. The rule: scripts/guards/check-guards.ts`)
  process.exit(1)
}
console.log(`${sources.size} files keep failures inside their exchange`)
