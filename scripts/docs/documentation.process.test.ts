import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentationPages, root } from './pages.ts'

const snippets = documentationPages().flatMap(({ path, blocks }) =>
  blocks
    .filter(({ info }) => info === 'ts')
    .map(({ text, line }) => ({ where: `${path}:${line}`, text, file: `${path.replaceAll('/', '-')}-${line}.ts` })),
)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-docs-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const { file, text } of snippets) writeFileSync(join(folder, file), text)
  const config = { extends: join(root, 'tsconfig.base.json'), include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('programs in the documentation', () => {
  it('exist and have right types', () => {
    expect(snippets.length).toBeGreaterThan(2)
    const run = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect(run.stdout).toBe('')
  })

  it.each(snippets.filter(({ text }) => !text.includes('serve(')))('$where runs', ({ file }) => {
    execFileSync(process.execPath, [file], { cwd: folder, stdio: 'pipe', timeout: 60_000 })
  })

  it.each(snippets.filter(({ text }) => text.includes('serve(')))('$where serves', async ({ file }) => {
    const port = String(await freePort())
    const child = spawn(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, MKT_PORT: port, MKT_STATE_API: 'http://127.0.0.1:1' },
    })
    try {
      const health = () => fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
      await expect.poll(async () => (await health())?.status).toBe(200)
    } finally {
      child.kill()
    }
  })
})
