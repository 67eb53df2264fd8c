import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { missingParts } from './missing-parts.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mkt-missing-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const write = (file: object) => writeFileSync(join(dir, 'package.json'), JSON.stringify(file))

it('a Node that the app does not take is told before its stack trace', async () => {
  write({ engines: { node: '>=22.18' }, scripts: { start: 'node -p 1' } })
  expect(await missingParts(dir, 'v22.17.1')).toEqual([expect.stringContaining('engines.node asks for >=22.18')])
  expect(await missingParts(dir, 'v22.18.0')).toEqual([])
})

it('what is not installed is named, with the command that installs it', async () => {
  write({ dependencies: { '@mkt/nothing-like-it': '1' }, scripts: { start: 'node -p 1' } })
  expect(await missingParts(dir)).toEqual([expect.stringContaining('run "npm install"')])
})
