import { expect, it } from 'vitest'
import { pathOutline } from './path-outline.ts'

it.each([
  ['/policy/100002122/issue', '/policy/*/issue'],
  ['/policyholder/Ada%20Byron', '/policyholder/*'],
  ['/policy/3f1c2a9e-8c1d-4f5e-9b7a-0d2c4e6f8a1b/quotes/01hzy3v9k2m4n6p8q0r2s4t6v8', '/policy/*/quotes/*'],
  ['/products/', '/products/'],
  ['/policy/constructor', '/policy/*'],
  ['', ''],
])('leaves of %s what names nobody', (path, outline) => {
  expect(pathOutline(path)).toBe(outline)
})
