// Holds every action against the rule that it names the parts of the platform it needs (scripts/parts/check-parts.ts).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkParts } from './parts/check-parts.ts'

const root = join(import.meta.dirname, '..')
const paths = globSync('packages/server/src/actions/**/*.ts', { cwd: root }).filter(
  (path) => !path.endsWith('.test.ts'),
)
const sources = new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const violations = checkParts(sources)
if (violations.length > 0) {
  console.error(violations.join('\n'))
  console.error(`\n${violations.length} violations in ${sources.size} files. The rule: scripts/parts/check-parts.ts`)
  process.exit(1)
}
console.log(`${sources.size} actions name what they need`)
