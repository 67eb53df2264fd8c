// Runs on the system's Node (20 or newer) before anything is installed: no dependencies, no TypeScript.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'

const markOf = (root) => join(root, 'node_modules', '.mkt-installed')

/** What decides whether the installed packages fit: the lock, and the machine they were chosen for. */
function fingerprint(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

/** @param {string} root */
export function isInstalled(root) {
  return existsSync(markOf(root)) && readFileSync(markOf(root), 'utf8').trim() === fingerprint(root)
}

/** @param {string} root */
export function markInstalled(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(markOf(root), `${fingerprint(root)}\n`)
}

/** PATH without the entries npm adds: an install must not run on the Node it is about to replace. */
export function systemPath(path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter((entry) => !/(^|\/)node_modules(\/|$)/.test(entry) && !entry.endsWith('node-gyp-bin'))
    .join(delimiter)
}

const causes = [
  [/ENOSPC/, 'The disk is full. Free some space (the packages need about 1 GB) and run the command again.'],
  [
    /EACCES|EPERM|EROFS/,
    'A file or folder may not be written. The clone and ~/.npm must belong to the user who runs this.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT/,
    'The package registry cannot be reached. Check the network, and proxy or registry in ~/.npmrc.',
  ],
  [
    /E404|ETARGET|ENOVERSIONS/,
    'The package registry does not have one of the packages. Check the registry in ~/.npmrc.',
  ],
  [/EUSAGE|in sync/, 'package.json and package-lock.json disagree. Run `npm install`, then `npm run lock`.'],
  [/EINTEGRITY/, 'A package differs from what package-lock.json expects. Run `npm cache clean --force` and try again.'],
]

/** What went wrong, in a sentence that says what to do. */
export function causeOf(output) {
  const known = causes.find(([pattern]) => pattern.test(output))
  return known ? known[1] : 'npm says why above. Run the command again once that is solved.'
}

/** Installs when the lock changed since the last install; ends the process with a clear message when it cannot. */
export function install(root) {
  if (isInstalled(root)) return
  oneAtATime(root, () => {
    if (!isInstalled(root)) installNow(root)
  })
}

function installNow(root) {
  console.error('Installing packages (npm ci) …')
  rmSync(markOf(root), { force: true })
  const npm = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: systemPath() },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (npm.error) {
    console.error(`npm cannot be started (${npm.error.message}). Install Node 20 or newer together with npm.`)
    process.exit(1)
  }
  if (npm.signal) process.exit(130)
  if (npm.status !== 0) {
    process.stderr.write(npm.stderr)
    console.error(`\nThe install failed. ${causeOf(npm.stderr)}`)
    process.exit(1)
  }
  try {
    markInstalled(root)
  } catch (error) {
    console.error(`The install cannot be completed: ${error.message}. ${causeOf(String(error.code))}`)
    process.exit(1)
  }
}
