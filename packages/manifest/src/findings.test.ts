import { expect, it } from 'vitest'
import { checkManifest, parseManifest } from './parse-manifest.ts'

const base = { name: 'acme/app', version: '1.0.0' }

it('no number of warnings hides a problem', () => {
  const unknown = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`extra-${index}`, 1]))
  const { manifest, problems, warnings } = checkManifest({ ...unknown, name: 'acme/app', version: 'x' })
  expect(manifest).toBeUndefined()
  expect(problems.map(({ rule }) => rule)).toEqual(['manifest.version.invalid'])
  expect(warnings).toHaveLength(500)
})

it('a long name costs once, however much is below it, and no problem repeats it', () => {
  const name = 'n'.repeat(80 * 1024)
  const values = Array.from({ length: 40_000 }, (_, index) => (index < 400 ? '\0' : 0))
  const begun = process.threadCpuUsage()
  const { problems } = parseManifest(JSON.stringify({ ...base, [name]: values }))
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(1_000)
  expect(problems).toHaveLength(400)
  expect(Math.max(...problems.map(({ pointer }) => pointer.length))).toBeLessThan(2_100)
})
