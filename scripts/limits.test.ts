import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@mkt/contract/limits'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('packages/{server,contract}/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|contract\/src\/limits\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

test.each(Object.keys(limits))('the published limit %s is the one the code enforces', (name) => {
  expect(sources.some((text) => text.includes(`limits.${name}.value`))).toBe(true)
})
