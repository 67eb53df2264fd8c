// `npm run lock` after each change of dependencies; `--check` (part of verify) only compares and asks npm; `--installed`
// says that what stands in node_modules fits the lock (it was edited by hand), so that nothing is installed again.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock } from './lock/complete-lock.ts'
import { isInstalled, markInstalled, systemPath } from './run/install.mjs'

const root = join(import.meta.dirname, '..')
const file = join(root, 'package-lock.json')

const text = readFileSync(file, 'utf8')
const { lock, added, stripped } = completeLock(JSON.parse(text))
const complete = `${JSON.stringify(lock, null, 2)}\n`

function write(): void {
  // Entries for other platforms change nothing of what is installed here.
  const installed = isInstalled(root)
  writeFileSync(file, complete)
  if (installed) markInstalled(root)
  console.log(`package-lock.json: ${added.length} entries put back, ${stripped.length} addresses removed`)
}

function check(): void {
  const problems = [
    ...added.map((place) => `package-lock.json lacks ${place}`),
    ...stripped.map((place) => `package-lock.json names a registry host at ${place}`),
    ...text.split('\n').flatMap((line, index) => (/"resolved": "[a-z+]+:\/\//.test(line) ? [`line ${index + 1}`] : [])),
  ]
  if (problems.length > 0) {
    console.error(`${problems.join('\n')}\nRun \`npm run lock\` and commit package-lock.json.`)
    process.exit(1)
  }
  const ci = spawnSync('npm', ['ci', '--dry-run', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: systemPath() },
    encoding: 'utf8',
  })
  if (ci.status !== 0) {
    console.error(`npm ci would refuse this lock:\n${ci.stderr ?? ci.error}`)
    process.exit(1)
  }
}

if (process.argv.includes('--check')) check()
else if (process.argv.includes('--installed')) markInstalled(root)
else write()
