import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { generators } from './configuration.ts'

test('defaults of variables are printed as they are written, and the same on every machine', () => {
  const [page = ''] = generators.map(({ make }) => make())
  expect(page).toContain('| `MKT_BLOBS` | `folder` |')
  expect(page).toContain('| `AWS_SHARED_CREDENTIALS_FILE` |  |')
  expect(page).not.toContain('[object Object]')
  expect(page).not.toContain(homedir())
})
