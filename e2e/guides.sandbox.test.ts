import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentationPages } from '../scripts/docs/pages.ts'
import { type Laptop, root, startLaptop } from './testing/laptop.ts'

// Commands in the guides are executed as they stand there, one block after another, in a folder like a clone's.

const run = promisify(execFile)
const MINUTES = 60_000
let folder: string
let laptop: Laptop

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-guides-'))
  laptop = await startLaptop({ dataDir: join(folder, '.mkt'), empty: true })
  mkdirSync(join(folder, 'bin'))
  const npx = join(folder, 'bin/npx')
  writeFileSync(npx, `#!/bin/sh\nshift\nexec node ${join(root, 'packages/cli/src/main.ts')} "$@"\n`)
  chmodSync(npx, 0o755)
}, MINUTES)
afterAll(async () => {
  await laptop?.stop()
  rmSync(folder, { recursive: true, force: true })
}, MINUTES)

function blocksOf(path: string): { line: number; text: string }[] {
  const page = documentationPages().find((each) => each.path === path)
  return (page?.blocks ?? []).filter(({ info }) => info === 'sh')
}

async function execute(text: string, variables: Record<string, string> = {}): Promise<{ stdout: string; all: string }> {
  const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', text], {
    cwd: folder,
    timeout: 2 * MINUTES,
    env: {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      MKT_URL: laptop.bootstrap.apiUrl,
      ...variables,
    },
  })
  return { stdout, all: stdout + stderr }
}

describe('the guide for authors', () => {
  it('leads from nothing to an event that arrived and an open review', { timeout: 5 * MINUTES }, async () => {
    const blocks = blocksOf('docs/for-authors.md')
    expect(blocks.length).toBeGreaterThan(5)
    let output = ''
    for (const { text } of blocks) output += (await execute(text)).all
    expect(output).toContain('LIVE')
    expect(output).toContain('policy.issue')
    expect(output).toContain('OPEN')
  })
})

describe('the guide for customers', () => {
  it('reads installations with an API key', async () => {
    const { clientId, apiKey } = laptop.bootstrap.customer
    for (const { text } of blocksOf('docs/for-customers.md')) {
      const { stdout } = await execute(text, { MKT_CLIENT_ID: clientId, MKT_API_KEY: apiKey })
      expect(JSON.parse(stdout)).toMatchObject({ items: [] })
    }
  })
})
