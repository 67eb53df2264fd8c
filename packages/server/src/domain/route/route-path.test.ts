import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReservedPath, splitHost, splitTarget } from './route-path.ts'

test('the first segment is the route, the rest goes to the application as it came', () => {
  expect(splitTarget('/r1abc/hooks/a%20b?x=1&y=%2F')).toEqual({
    ok: true,
    routeId: 'r1abc',
    path: '/hooks/a%20b',
    query: '?x=1&y=%2F',
  })
  expect(splitTarget('/r1abc')).toMatchObject({ routeId: 'r1abc', path: '/', query: '' })
  expect(splitTarget('/r1abc?x')).toMatchObject({ routeId: 'r1abc', path: '/', query: '?x' })
  expect(splitTarget('/r1abc//x')).toMatchObject({ path: '//x' })
  expect(splitTarget('/r1abc/100%25/a%2540b')).toMatchObject({ path: '/100%25/a%2540b' })
  expect(splitTarget('/r1abc/x?to=%252e%252e%252f')).toMatchObject({ query: '?to=%252e%252e%252f' })
})

test('a route can be named by the host', () => {
  expect(splitHost('r1abc.apps.example.com:443', 'apps.example.com', '/x?y')).toMatchObject({
    routeId: 'r1abc',
    path: '/x',
    query: '?y',
  })
  expect(splitHost('example.com', 'apps.example.com', '/x')).toBeUndefined()
  expect(splitHost('a.b.apps.example.com', 'apps.example.com', '/x')).toEqual({ ok: false, problem: 'no-route' })
})

test.each([
  '/r/../x',
  '/r/%2e%2E/x',
  '/r/.%2e/x',
  '/r/x/.',
  '/r/..;a/x',
  '/r/a%2f..%2fb',
  '/r/a\\b',
  '/r/%',
  '/r/%0',
  '/r/a b',
  '/r/\u00e9',
  '/r/a%00',
  '/r/%252e%252e/x',
  '/r/a%252Fb',
  '/r/a%255cb',
  '/r/a%2500',
  '/r/%25252e%25252e/x',
  '/r/%252%65%252%65/_app/uninstall',
  '/r/%25%32%65%25%32%65/x',
  '/r/a%25%32fb',
  '/r/..%3bx/y',
  '/r/..;x%0a/y',
  'http://r/x',
  '*',
  '/r/x#y',
])('a target that readers could understand differently is refused: %s', (target) => {
  expect(splitTarget(target)).toEqual({ ok: false, problem: 'malformed' })
})

test.each([
  '/health',
  '/Health',
  '/health/',
  '//health',
  '/%68ealth',
  '/%2568ealth',
  '/health;x',
  '/health;x%0a',
  '/%252568ealth',
  '/%25255fapp/uninstall',
  '/_app/install',
  '/_APP/x',
  '/_app',
  '//_app//x',
  '/%5fapp/start',
  '/%25%35fapp/start',
  '/%5c_app%5cstart',
])('the platform keeps %s for itself', (path) => {
  expect(isReservedPath(path)).toBe(true)
})

test.each(['/healthy', '/x/health', '/_application', '/x/_app/y'])('the application keeps %s', (path) => {
  expect(isReservedPath(path)).toBe(false)
})

/** A text in which each character may be escaped, and each character of an escape again. */
function spelled(text: string, times: number): fc.Arbitrary<string> {
  if (times === 0) return fc.constant(text)
  const each = [...text].map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, '0')
    return fc.oneof(
      fc.constant(character),
      spelled(`%${code}`, times - 1),
      spelled(`%${code.toUpperCase()}`, times - 1),
    )
  })
  return fc.tuple(...each).map((parts) => parts.join(''))
}

test('no spelling hides a parent folder or a platform path from the gateway', () => {
  const up = fc.constantFrom('/x/../y', '/..', '/a/./b', '/a\\..\\b', '/..;v=1/x').chain((path) => spelled(path, 3))
  fc.assert(fc.property(up, (path) => !splitTarget(`/r1abc/x${path}`).ok))
  const own = fc.constantFrom('/health', '/_app/uninstall', '//_App;x').chain((path) => spelled(path, 3))
  const isKept = (path: string) => {
    const split = splitTarget(`/r1abc/${path}`)
    return !split.ok || isReservedPath(split.path)
  }
  fc.assert(fc.property(own, isKept))
})

test('escapes of anything else pass, however often, where they are whole', () => {
  const isWhole = (text: string) => !/%(?![0-9a-f]{2})/i.test(text)
  const segment = fc.constantFrom('a_b', 'x;y=1', '100$', 'health').chain((text) => spelled(text, 2))
  const segments = fc.array(segment.filter(isWhole), { maxLength: 4 })
  fc.assert(fc.property(segments, (given) => splitTarget(`/r1abc/${given.join('/')}`).ok))
})

test('the longest path is judged in time that grows with its length', () => {
  const long = (part: string) => `/${part.repeat((128 * 1024) / part.length)}`
  const begun = process.threadCpuUsage()
  for (const path of [long(';'), long('%25'), long('25'), long('/;'), long('..;%'), long('%252525')]) {
    for (const end of ['', '%0a', '%250ax', '%25250a;']) {
      splitTarget(`/r1abc${path}${end}`)
      isReservedPath(path + end)
    }
  }
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(5_000)
})
