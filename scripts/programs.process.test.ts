import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bareEnvironment } from '../packages/server/src/testing/run/bare-environment.ts'

const root = join(import.meta.dirname, '..')

it.each(['cli', 'server', 'simulator'])(
  'the program of %s runs with the Node of this clone, whatever the one on the path',
  (name) => {
    const { bin } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    for (const file of Object.values(bin) as string[]) {
      const program = join(root, 'packages', name, file)
      const { stdout, stderr } = spawnSync(program, ['--no-such-option'], {
        env: { ...bareEnvironment(), PATH: '/usr/bin:/bin', HOME: root, MKT_SIMULATOR_PORT: 'none' },
        encoding: 'utf8',
        timeout: 60_000,
      })
      expect(stdout + stderr).toContain('--no-such-option')
      expect(stderr).not.toContain('ERR_UNKNOWN_FILE_EXTENSION')
    }
  },
)
