import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunMode } from './plan.ts'

/** The way PostgreSQL can be run here, with the folders to use: a system user needs programs and data in folders it can reach. */
export interface Ground {
  mode: RunMode
  native: string
  home: string
}

const REACHABLE = '/var/lib/mkt'

export function chooseGround(native: string, home: string, options: { forbidNamespaces?: boolean } = {}): Ground {
  const root = process.getuid?.() === 0
  if (!root)
    return { mode: { kind: 'direct', setpriv: works(['setpriv', '--pdeathsig', 'INT', '--', 'true']) }, native, home }
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--', 'true']
  if (!options.forbidNamespaces && works(namespace)) return { mode: { kind: 'namespace' }, native, home }
  const account = systemUser()
  if (!account || !works(['setpriv', '--version'])) {
    throw new Error(
      'PostgreSQL refuses to run as root, user namespaces are forbidden here and no system user is found: run the platform as an ordinary user or give DATABASE_URL.',
    )
  }
  return reachableGround(native, home, account)
}

function works(command: string[]): boolean {
  return spawnSync(command[0] ?? '', command.slice(1), { stdio: 'ignore' }).status === 0
}

function systemUser(): { uid: number; gid: number } | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return undefined
}

/** Programs are copied once per version; the data lives beside them under a name derived from the asked-for folder. */
function reachableGround(native: string, home: string, account: { uid: number; gid: number }): Ground {
  const packageText = readFileSync(join(dirname(native), 'package.json'), 'utf8')
  const programs = join(REACHABLE, `postgres-${createHash('sha256').update(packageText).digest('hex').slice(0, 12)}`)
  mkdirSync(REACHABLE, { recursive: true, mode: 0o755 })
  if (!existsSync(programs)) {
    const draft = `${programs}.${process.pid}`
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    try {
      renameSync(draft, programs)
    } catch {
      rmSync(draft, { recursive: true })
    }
  }
  const moved = join(REACHABLE, createHash('sha256').update(home).digest('hex').slice(0, 16))
  mkdirSync(moved, { recursive: true, mode: 0o700 })
  chownSync(moved, account.uid, account.gid)
  return { mode: { kind: 'user', ...account }, native: programs, home: moved }
}
