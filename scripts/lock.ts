// `npm run lock` after each change of dependencies; `--check` (part of verify) only compares and asks npm; `--installed`
// says that what stands in node_modules fits the lock (it was edited by hand), so that nothing is installed again.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock } from './lock/complete-lock.ts'
import { addIntegrity, type LockedPackage, packagesWithoutIntegrity } from './lock/integrity.ts'
import { isInstalled, markInstalled, systemPath } from './run/install.mjs'

const root = join(import.meta.dirname, '..')
const file = join(root, 'package-lock.json')

const text = readFileSync(file, 'utf8')
const { lock, added, stripped } = completeLock(JSON.parse(text))
const env = { ...process.env, PATH: systemPath() }

/** The checksum of a package, as the registry tells it. */
function integrityOf({ name, version }: LockedPackage): string | undefined {
  const asked = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=error']
  const { status, stdout } = spawnSync('npm', asked, { cwd: root, env, encoding: 'utf8' })
  const found = stdout?.trim()
  return status === 0 && /^sha\d+-\S+$/.test(found) ? found : undefined
}

function write(): void {
  // Entries for other platforms change nothing of what is installed here.
  const installed = isInstalled(root)
  const whole = addIntegrity(lock, integrityOf)
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`)
  if (installed) markInstalled(root)
  for (const { name, version } of packagesWithoutIntegrity(whole))
    console.error(
      `The registry has no integrity for ${name} ${version}: choose a version of what needs it that is there for every system.`,
    )
  console.log(`package-lock.json: ${added.length} entries put back, ${stripped.length} addresses removed`)
}

function check(): void {
  const problems = [
    ...added.map((place) => `package-lock.json lacks ${place}`),
    ...stripped.map((place) => `package-lock.json names a registry host at ${place}`),
    ...packagesWithoutIntegrity(lock).map(({ place }) => `package-lock.json has no integrity for ${place}`),
    ...text.split('\n').flatMap((line, index) => (/"resolved": "[a-z+]+:\/\//.test(line) ? [`line ${index + 1}`] : [])),
  ]
  if (problems.length > 0) {
    console.error(`${problems.join('\n')}\nRun \`npm run lock\` and commit package-lock.json.`)
    process.exit(1)
  }
  const ci = spawnSync('npm', ['ci', '--dry-run', '--loglevel=error'], {
    cwd: root,
    env,
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
