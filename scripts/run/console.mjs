import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const sources = ['packages/console', 'packages/contract/src', 'packages/manifest/src', 'packages/manifest/schema']
const skipped = new Set(['node_modules', 'dist', '.vite'])

function* filesIn(place) {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue
    const path = join(place, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) yield path
  }
}

function fingerprint(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const source of sources) {
    const place = join(root, source)
    if (!existsSync(place)) continue
    for (const file of [...filesIn(place)].sort()) hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * Builds the console when its sources changed since the last build. Content decides, not file times: a fresh clone and
 * a branch switch touch every file. A console that does not build leaves the platform usable, so it is said, not fatal.
 */
export function buildConsole(root, node) {
  const home = join(root, 'packages/console')
  if (!existsSync(join(home, 'index.html'))) return true
  const mark = join(home, 'dist', '.mkt-built')
  const wanted = fingerprint(root)
  if (existsSync(mark) && readFileSync(mark, 'utf8').trim() === wanted) return true
  console.error('Building the console …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: home,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (build.status === 0) {
    writeFileSync(mark, `${wanted}\n`)
    return true
  }
  console.error(`${build.stdout ?? ''}${build.stderr ?? ''}${build.error ?? ''}`)
  console.error('The console did not build (see above). The platform starts without the new console.')
  return false
}
