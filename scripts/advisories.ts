// `npm run verify -- advisories`: whether a dependency that we lock has a known weakness, by the committed snapshot, without a network.
// `node scripts/advisories.ts import <folder> <day>` makes the snapshot again from advisories in the OSV format, one JSON file each, as
// they were known on that day.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkAdvisories } from './advisories/check-advisories.ts'
import { lockedPackages } from './advisories/locked-packages.ts'
import { readSnapshot, takeSnapshot } from './advisories/snapshot.ts'
import { describeSnapshot } from './advisories/snapshot-age.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'scripts/advisories/snapshot.json')
const packages = lockedPackages(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const snapshot = readSnapshot(readFileSync(file, 'utf8'))
const [command, folder, day] = process.argv.slice(2)

if (command === 'import' && folder !== undefined && day !== undefined) {
  const texts = globSync('**/*.json', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'))
  const names = new Set(packages.map(({ name }) => name))
  const made = takeSnapshot(texts, names, snapshot, day)
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
  console.log(`${made.advisories.length} advisories about ${names.size} packages, as of ${made.taken}`)
} else {
  const found = checkAdvisories(packages, snapshot)
  for (const { id, severity, summary, name, version, fixed } of found)
    console.log(`${name} ${version}: ${id} (${severity}) ${summary}; fixed in ${fixed.join(', ') || 'no version'}`)
  console.log(`${describeSnapshot(snapshot, packages, new Date())}, ${found.length} matches`)
  if (found.length > 0) process.exitCode = 1
}
