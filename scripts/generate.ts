// `npm run generate`: writes every file that follows from the code. `--check` (part of verify) only compares.
// To add one: a file in scripts/generators/ that exports `generators: Generator[]`.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Generator } from './generators/generator.ts'

const root = join(import.meta.dirname, '..')
const checking = process.argv.includes('--check')
const stale: string[] = []
let written = 0

const modules = globSync('scripts/generators/*.ts', { cwd: root }).filter(
  (path) => !/(generator|\.test)\.ts$/.test(path),
)
for (const path of modules.sort()) {
  const { generators } = (await import(join(root, path))) as { generators: Generator[] }
  for (const { file, make } of generators) {
    const target = join(root, file)
    const text = `${(await make()).trimEnd()}\n`
    if (existsSync(target) && readFileSync(target, 'utf8') === text) continue
    if (checking) {
      stale.push(file)
      continue
    }
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    written += 1
    console.log(`wrote ${file}`)
  }
}

if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\` and commit.`)
  process.exit(1)
}
if (!checking && written === 0) console.log('Everything is up to date.')
process.exit(0)
