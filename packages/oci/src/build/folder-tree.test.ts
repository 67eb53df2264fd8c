import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { folderTrees } from './folder-tree.ts'

it('a .dockerignore that leaves out everything and takes back a folder gives that folder', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'oci-folder-'))
  try {
    for (const [path, text] of Object.entries({
      '.dockerignore': '*\n!src/**\n!package.json\n',
      'package.json': '{}',
      'src/main.js': '1',
      'src/lib/a.js': '2',
      'docs/a.txt': '3',
    })) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    }
    const { code, leftOut } = await folderTrees(dir)
    expect([...code.keys()].sort()).toEqual([
      'app/package.json',
      'app/platform-app.json',
      'app/src/lib/a.js',
      'app/src/main.js',
    ])
    expect(leftOut).toContainEqual({ path: 'docs', why: '.dockerignore' })
  } finally {
    rmSync(dir, { recursive: true })
  }
})
