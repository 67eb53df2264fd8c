import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cachedLayer } from './cached-layer.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mkt-cached-'))
  writeFileSync(join(dir, 'program'), 'program')
  writeFileSync(join(dir, 'module.py'), 'old')
})
afterEach(() => rmSync(dir, { recursive: true }))

const layer = () =>
  cachedLayer(
    join(dir, 'cache'),
    'test-1',
    new Map([['bin/program', join(dir, 'program')]]),
    new Map(),
    new Map([['lib/module.py', join(dir, 'module.py')]]),
  )

it('is made once, and again when a program or any other file of it changed', async () => {
  const first = await layer()
  expect(await layer()).toEqual(first)
  writeFileSync(join(dir, 'module.py'), 'new and longer')
  const second = await layer()
  expect(second.diffId).not.toBe(first.diffId)
  writeFileSync(join(dir, 'program'), 'another program')
  expect((await layer()).diffId).not.toBe(second.diffId)
})
