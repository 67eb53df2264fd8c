import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Limit, limits } from '@mkt/contract/limits'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('packages/{server,contract}/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|contract\/src\/limits\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

test.each(Object.keys(limits))('the published limit %s is the one the code enforces', (name) => {
  expect(sources.some((text) => text.includes(`limits.${name}.value`))).toBe(true)
})

/** What counts in the memory of its process, by a limit that is named beside it. */
const counting =
  /create(?:RateLimiter|RequestLimits|StreamShares|Strangers|Directories|LateAnswers)\(.*limits\.(\w+)\.value|lateRefusals\(limits\.(\w+)\.value/g

test('a limit that is counted in memory says that each process counts by itself', () => {
  const named = sources.flatMap((text) => [...text.matchAll(counting)].map(([, one, other]) => one ?? other ?? ''))
  const all: Record<string, Limit> = limits
  expect(named).toEqual(expect.arrayContaining(['apiRequests', 'otherRequests', 'unknownKeys', 'wrongCredentials']))
  expect(named.filter((name) => all[name]?.each !== 'process')).toEqual([])
})
