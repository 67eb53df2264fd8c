import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { seedWorld } from './seed/seed-world.ts'
import { openStateFile } from './state-file.ts'

test('a world that cannot be written is told once, stays in memory and is written when there is room', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => told.mockRestore())
  const path = join(mkdtempSync(join(tmpdir(), 'simulator-')), 'world.json')
  // What is in the way of the draft fails the write, as a full disk does.
  const draft = `${path}.writing`
  mkdirSync(join(draft, 'in the way'), { recursive: true })
  const world = seedWorld('kept')
  const file = openStateFile(path, () => world)
  file.changed()
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce(), { timeout: 60_000 })
  rmSync(draft, { recursive: true })
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ seed: world.seed })
  expect(readdirSync(dirname(path))).toEqual(['world.json'])
  file.close()
})
