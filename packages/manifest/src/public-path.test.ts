import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPublic, publicPathsOf, withoutTrailingSlash } from './public-path.ts'

it('an exact entry opens its path with and without slashes at the end, and /x/* everything below /x', () => {
  const open = (path: string) => isPublic(publicPathsOf(['/ping/', '/a/*', '/a/b/c/*']), path)
  for (const path of ['/ping', '/ping/', '/ping//', '/a/', '/a/b', '/a/b/c/d']) expect(open(path), path).toBe(true)
  for (const path of ['/', '/pin', '/ping/x', '/a', '/ab', '/b/a/']) expect(open(path), path).toBe(false)
})

it('looking a path up among many entries says the same as trying each of them', () => {
  const path = fc.array(fc.constantFrom('a', 'b', '', 'a%2f'), { maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
  const entry = fc.oneof(
    path,
    path.map((one) => `${one}/*`),
  )
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), path, (entries, asked) => {
      const opens = (one: string) =>
        one.endsWith('/*')
          ? asked.startsWith(one.slice(0, -1))
          : withoutTrailingSlash(one) === withoutTrailingSlash(asked)
      expect(isPublic(publicPathsOf(entries), asked)).toBe(entries.some(opens))
    }),
    { numRuns: 1_000 },
  )
})

it('the longest path of slashes is decided on in time that grows with its length, however many entries there are', () => {
  const long = `${'/'.repeat(128 * 1024)}x`
  const paths = publicPathsOf(Array.from({ length: 1_000 }, (_, index) => [`/${index}`, `/${index}/*`]).flat())
  const begun = process.threadCpuUsage()
  expect(isPublic(paths, long)).toBe(false)
  expect(withoutTrailingSlash(long)).toBe(long)
  expect(withoutTrailingSlash(long.slice(0, -1))).toBe('/')
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(1_000)
})
