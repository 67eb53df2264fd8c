import { publicPathsOf } from '@mkt/manifest'
import { expect, test } from 'vitest'
import { testRoute } from '../../testing/gateway/routes.ts'
import { declaredPath, isPublicPath, requestKind } from './route.ts'

test('a slash at the end is no way around what holds for an integration or a public path', () => {
  const route = testRoute()
  expect(declaredPath(route, '/hooks//')).toBe('/hooks')
  expect(requestKind(route, 'POST', declaredPath(route, '/rate/'))).toBe('rater')
  expect(declaredPath(route, '/other/')).toBe('/other/')
  expect(isPublicPath(route, '/public/')).toBe(true)
  expect(isPublicPath(route, '/open/x/')).toBe(true)
  expect(isPublicPath(route, '/open')).toBe(false)
})

test('what a path is, is told in time that grows with its length, before anything is known of the caller', () => {
  const publicPaths = publicPathsOf(Array.from({ length: 100 }, (_, index) => `/public-${index}`))
  const route = testRoute({ publicPaths })
  const path = `${'/'.repeat(128 * 1024)}x`
  const begun = process.threadCpuUsage()
  expect(declaredPath(route, path)).toBe(path)
  expect(isPublicPath(route, path)).toBe(false)
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(500)
})
