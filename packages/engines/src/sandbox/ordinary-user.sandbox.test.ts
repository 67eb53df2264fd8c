import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findTool } from './tools.ts'
import { UPLINKS } from './uplink-plan.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')
const program = fileURLToPath(new URL('../testing/run-once.ts', import.meta.url))
const NOBODY = 65_534

/** Some machines keep the device for root alone: there nobody else can have an uplink. */
const mayOpenTap = (statSync('/dev/net/tun', { throwIfNoEntry: false })?.mode ?? 0) & 0o006

const uplinks = UPLINKS.filter((name) => findTool(name) !== null)

/** The clone may lie where only root can go: the user sees it, read-only, at a place of its own. */
const SHOW = 'mount -o bind,ro "$1" "$2" && shift 2 && exec "$@"'
const seen = (place: string, file: string) => (file.startsWith(`${root}/`) ? join(place, relative(root, file)) : file)

it.runIf(process.getuid?.() === 0).each(uplinks.length > 0 ? uplinks : ['none'])(
  'runs applications for an ordinary user too, and names what it cannot limit (%s)',
  async (uplink) => {
    const reachesOut = uplink !== 'none' && mayOpenTap !== 0
    const folder = await mkdtemp(join(tmpdir(), 'mkt-user-'))
    const place = await mkdtemp(join(tmpdir(), 'mkt-clone-'))
    try {
      await chmod(place, 0o755)
      await chmod(folder, 0o700)
      await chown(folder, NOBODY, NOBODY)
      const show = ['--mount', '--propagation', 'private', 'sh', '-c', SHOW, 'sh', root, place]
      const user = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', '--inh-caps=-all', '--']
      const order = [seen(place, process.execPath), '--no-warnings', seen(place, program), folder, uplink]
      const { stdout } = await run('unshare', [...show, 'setpriv', ...user, ...order], {
        env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder },
      })
      expect(JSON.parse(stdout)).toEqual({
        missing: ['memory', 'cpu'],
        outside: reachesOut,
        counted: true,
        health: 200,
        uid: 1000,
        privileges: '0000000000000000',
        filter: '2',
        namespaces: process.arch === 'x64' ? 1 : 0,
        readOnly: 'EROFS',
        state: 'the state',
        loopback: 'ECONNREFUSED',
        private: reachesOut ? 'EACCES' : 'ENETUNREACH',
        exit: 0,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
      await rmdir(place)
    }
  },
)
