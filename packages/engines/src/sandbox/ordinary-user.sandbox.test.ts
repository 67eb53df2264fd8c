import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findTool } from './tools.ts'
import { UPLINKS } from './uplink-plan.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../testing/run-once.ts', import.meta.url))
const NOBODY = 65_534

const uplinks = UPLINKS.filter((name) => findTool(name) !== null)

it.runIf(process.getuid?.() === 0).each(uplinks.length > 0 ? uplinks : ['none'])(
  'runs applications for an ordinary user too, and names what it cannot limit (%s)',
  async (uplink) => {
    const folder = await mkdtemp(join(tmpdir(), 'mkt-user-'))
    try {
      await chmod(folder, 0o700)
      await chown(folder, NOBODY, NOBODY)
      const user = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', '--inh-caps=-all', '--']
      const { stdout } = await run('setpriv', [...user, process.execPath, '--no-warnings', program, folder, uplink], {
        env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder },
      })
      expect(JSON.parse(stdout)).toEqual({
        missing: ['memory', 'cpu'],
        outside: uplink !== 'none',
        counted: true,
        health: 200,
        uid: 1000,
        privileges: '0000000000000000',
        filter: '2',
        namespaces: process.arch === 'x64' ? 1 : 0,
        readOnly: 'EROFS',
        state: 'the state',
        loopback: 'ECONNREFUSED',
        private: uplink === 'none' ? 'ENETUNREACH' : 'EACCES',
        exit: 0,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
