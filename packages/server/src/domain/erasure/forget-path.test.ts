import { expect, it } from 'vitest'
import { forgetPath } from './forget-path.ts'

it.each([
  ['/policy/100002122/documents', '/policy/(erased)/documents', 'a segment'],
  ['/accounts/ann%40example.com', '/accounts/(erased)', 'a percent-encoded segment'],
  ['/accounts/id=100002122;v=1', '/accounts/(erased)', 'a part of a segment'],
  ['/100002122/100002122', '/(erased)/(erased)', 'every segment'],
  ['/files/one/two', '/(erased)', 'a locator with a slash'],
  ['/policy/100002123', '/policy/100002123', 'nobody'],
  ['/policy/%zz/100002122', '/policy/%zz/(erased)', 'somebody beside what is no percent-encoding'],
  ['', '', 'nothing'],
])('of the path %j %j is left: it names %s', (path, left) => {
  const locators = ['100002122', 'ann@example.com', 'one/two']
  expect(forgetPath(path, locators)).toBe(left)
  expect(forgetPath(left, locators)).toBe(left)
})

it('without locators nothing of a path is left, and what was forgotten is not forgotten again', () => {
  const left = forgetPath('/policy/100002122', null)
  expect(left).toBe('/(erased)')
  expect(forgetPath(left, null)).toBe(left)
  expect(forgetPath('/policy/(erased)', ['erased'])).toBe('/policy/(erased)')
})
