import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../testing/run-once.ts', import.meta.url))
const NOBODY = 65_534

it.runIf(process.getuid?.() === 0)(
  'runs applications for an ordinary user too, and names what it cannot limit',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mkt-user-'))
    try {
      await chmod(folder, 0o700)
      await chown(folder, NOBODY, NOBODY)
      const user = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', '--inh-caps=-all', '--']
      const { stdout } = await run('setpriv', [...user, process.execPath, '--no-warnings', program, folder], {
        env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder },
      })
      expect(JSON.parse(stdout)).toEqual({
        missing: ['memory', 'cpu'],
        health: 200,
        uid: 1000,
        privileges: '0000000000000000',
        readOnly: 'EROFS',
        state: 'the state',
        loopback: 'ECONNREFUSED',
        exit: 0,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
