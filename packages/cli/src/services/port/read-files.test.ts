import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readFiles } from './read-files.ts'

it('reads UTF-8 alone, names text in another encoding, and is silent about binary files', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-port-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'main.js'), '// größer')
  writeFileSync(join(dir, 'latin.txt'), Buffer.from('ACM_PORT größer', 'latin1'))
  writeFileSync(join(dir, 'logo.png'), Buffer.from([0x89, 0, 0xff]))
  expect(readFiles(dir)).toEqual({ files: new Map([['main.js', '// größer']]), leftOut: ['latin.txt'] })
})
