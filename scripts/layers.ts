// Holds every import of the repository against scripts/layers.rules.ts.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkLayers } from './layers/check-layers.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const paths = globSync('{packages,examples,e2e,bench,scripts}/**/*.{ts,tsx,mts}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|templates)(\/|$)/.test(path),
}).filter((path) => !path.endsWith('.d.ts') && !path.endsWith('.d.mts'))
const sources = new Map(paths.sort().map((path) => [path, read(path)]))

const exports = new Map<string, string>()
for (const file of globSync('packages/*/package.json', { cwd: root })) {
  const { name, exports: entries = {} } = JSON.parse(read(file)) as { name: string; exports?: Record<string, string> }
  for (const [key, target] of Object.entries(entries)) exports.set(join(name, key), join(file, '..', target))
}

const missing = [...exports].filter(([, target]) => !existsSync(join(root, target)))
const violations = [
  ...missing.map(([name, target]) => `${name} is exported as ${target}, which does not exist`),
  ...checkLayers(sources, exports),
]
if (violations.length > 0) {
  console.error(violations.join('\n'))
  console.error(`\n${violations.length} violations in ${sources.size} files. The rules: scripts/layers.rules.ts`)
  process.exit(1)
}
console.log(`${sources.size} files keep the architecture`)
