import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openProcessGuard } from './process-guard.ts'

it('leaves no place behind of a program that cannot be started: its outlet would wait for it without end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-guard-'))
  const guard = await openProcessGuard(folder)
  try {
    const start = guard.start({
      command: 'true',
      cwd: join(folder, 'missing'),
      env: () => ({}),
      stateApi: 'http://127.0.0.1:1',
      allowAddresses: [],
      egress: { mode: 'enforce', hosts: [], endpoints: [] },
    })
    await expect(start).rejects.toThrow('a network of its own could not be made')
    expect(readdirSync(join(folder, 'instances'))).toEqual([])
  } finally {
    await guard.close()
  }
})
