import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'platform-app.json')))
  .map((entry) => entry.name)

describe.each(folders)('the example %s', (folder) => {
  it('has a manifest without problems or warnings, named after its folder, and a build definition', () => {
    const text = readFileSync(join(import.meta.dirname, folder, 'platform-app.json'), 'utf8')
    const { manifest, problems, warnings } = parseManifest(text)
    expect([problems, warnings]).toEqual([[], []])
    expect(manifest?.name).toBe(`acme/${folder}`)
    expect(existsSync(join(import.meta.dirname, folder, 'Dockerfile'))).toBe(true)
  })
})

it('there are examples', () => {
  expect(folders.length).toBeGreaterThan(6)
})
