import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runPointInTime } from './run-point-in-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the log goes to a folder and comes from it whatever the configuration says: the platform may be what is broken', async () => {
  const ground = { usage: 'how to use it', env: { MKT_ENGINE: 'none of them' } }
  const name = '0'.repeat(24)
  const archive = join(folder, 'archive')
  const segment = join(folder, 'segment')
  const fetched = join(folder, 'fetched')
  writeFileSync(segment, 'a part of the log')
  await runPointInTime(['log', 'put', archive, segment, name], ground)
  await runPointInTime(['log', 'get', archive, name, fetched], ground)
  expect(readFileSync(fetched, 'utf8')).toBe('a part of the log')
  await expect(runPointInTime(['base', 'backup', archive], ground)).rejects.toThrow('MKT_ENGINE')
})
