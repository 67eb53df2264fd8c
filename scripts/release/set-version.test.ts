import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setVersion, versionOf } from './set-version.ts'

const root = resolve(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), 'mkt-version-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const files = globSync(
  [
    'package*.json',
    '{packages,examples}/*/package.json',
    '{e2e,bench}/package.json',
    'deploy/**/*',
    'docs/kubernetes.md',
    'sdks/python/pyproject.toml',
  ],
  { cwd: root, exclude: ['**/node_modules/**'], withFileTypes: true },
)
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
for (const file of files)
  cpSync(join(root, file), join(copy, dirname(file), file.split('/').at(-1) ?? ''), { recursive: true })

test('another version is written everywhere the present one stands, and nowhere else', () => {
  const from = versionOf(root)
  setVersion(copy, '91.92.93')
  expect(versionOf(copy)).toBe('91.92.93')
  // The manifests are generated from the chart.
  for (const file of files.filter((each) => each !== 'deploy/kubernetes/mkt.yaml')) {
    const before = readFileSync(join(root, file), 'utf8').split('\n')
    const after = readFileSync(join(copy, file), 'utf8').split('\n')
    expect(after.length, file).toBe(before.length)
    const changed = after.filter((line, index) => line !== before[index])
    for (const line of changed) expect(line, file).toContain('91.92.93')
    const left = after.filter((line) => line.includes(from) && /mkt|version:/i.test(line))
    expect(left, file).toEqual([])
  }
  const lock = JSON.parse(readFileSync(join(copy, 'package-lock.json'), 'utf8'))
  expect(lock.packages['packages/server']).toMatchObject({
    version: '91.92.93',
    dependencies: { '@mkt/oci': '91.92.93' },
  })
  expect(JSON.parse(readFileSync(join(copy, 'examples/minimal/package.json'), 'utf8'))).toMatchObject({
    version: '1.0.0',
    dependencies: { '@mkt/sdk': '91.92.93' },
  })
})
