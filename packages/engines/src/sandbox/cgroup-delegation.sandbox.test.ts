import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wordsIn } from './cgroup-delegation.ts'

const run = promisify(execFile)
const clone = resolve(import.meta.dirname, '../../../..')
const program = fileURLToPath(new URL('../testing/find-cgroups.ts', import.meta.url))
const NOBODY = 65_534

/** Joins the cgroup of the service, shows the clone at a place where everybody may go, and becomes an ordinary user. */
const AS_SERVICE = `
echo $$ > "$1/cgroup.procs" && mount -o bind,ro "$2" "$3" && shift 3 &&
exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --inh-caps=-all -- "$@"`

const mount = readFileSync('/proc/mounts', 'utf8')
  .split('\n')
  .map((line) => line.split(' '))
  .find(([, , type]) => type === 'cgroup2')?.[1]
const wanted = ['memory', 'cpu', 'pids']

/** What the kernel has for groups below this one. */
const controllersOf = (folder: string) =>
  readFileSync(join(folder, 'cgroup.controllers'), 'utf8')
    .trim()
    .split(' ')
    .filter((name) => wanted.includes(name))

describe.runIf(process.getuid?.() === 0 && mount !== undefined)('a cgroup that a service manager delegates', () => {
  let service = ''
  let place = ''

  /** As `Delegate=yes` makes it for the user of a service. */
  beforeEach(() => {
    service = mkdtempSync(join(mount ?? '', 'mkt-service-'))
    chmodSync(service, 0o755)
    for (const name of ['.', 'cgroup.procs', 'cgroup.subtree_control']) chownSync(join(service, name), NOBODY, NOBODY)
    place = mkdtempSync(join(tmpdir(), 'mkt-clone-'))
    chmodSync(place, 0o755)
  })
  afterEach(() => {
    if (existsSync(join(service, 'platform'))) rmdirSync(join(service, 'platform'))
    rmdirSync(service)
    rmdirSync(place)
  })

  /** Starts in the cgroup given, and looks. */
  async function findIn(folder: string, said = 'delegated') {
    const seen = (file: string) => (file.startsWith(`${clone}/`) ? join(place, relative(clone, file)) : file)
    const order = [seen(process.execPath), '--no-warnings', seen(program), said]
    const args = ['--mount', '--propagation', 'private', 'sh', '-c', AS_SERVICE, 'sh', folder, clone, place, ...order]
    const { stdout } = await run('unshare', args, { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' } })
    return JSON.parse(stdout)
  }

  const leaf = () => `/${basename(service)}/platform`

  it('is where an ordinary user makes cgroups, from a leaf of its own, also when it starts again there', async () => {
    const found = { version: 2, root: service, controllers: controllersOf(service) }
    expect(await findIn(service)).toEqual({ found, own: leaf() })
    expect(await findIn(join(service, 'platform'))).toEqual({ found, own: leaf() })
  })

  it('is left alone where the operator does not say that it was delegated', async () => {
    const { found, own } = await findIn(service, 'not')
    expect([found.version, own]).toEqual([0, `/${basename(service)}`])
  })

  it('has every process in it moved along, also one that the platform did not start', async () => {
    const other = spawn('setpriv', ['--reuid', String(NOBODY), '--clear-groups', '--', 'sleep', '60'])
    try {
      writeFileSync(join(service, 'cgroup.procs'), String(other.pid))
      await findIn(service)
      expect(wordsIn(service, 'cgroup.procs')).toEqual([])
      expect(wordsIn(join(service, 'platform'), 'cgroup.procs')).toEqual([String(other.pid)])
    } finally {
      other.kill()
      await once(other, 'exit')
    }
  })

  it('is named with the reason where it cannot be taken', async () => {
    chownSync(service, 0, 0)
    const { found, own } = await findIn(service)
    expect(found).toEqual({
      version: 0,
      why: expect.stringContaining(`EACCES: permission denied, mkdir '${service}/platform'`),
    })
    expect(own).toBe(`/${basename(service)}`)
  })
})
