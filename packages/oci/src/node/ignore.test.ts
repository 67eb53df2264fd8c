import { expect, it } from 'vitest'
import { createIgnore } from './ignore.ts'

it('secrets, repositories and installed packages never go into a layer', () => {
  const ignored = createIgnore('!.env')
  expect(['.env', 'a/.env.local', '.git/config', 'x/node_modules/y', 'Dockerfile'].every(ignored)).toBe(true)
  expect(['src/main.ts', 'environment.ts', 'package.json'].some(ignored)).toBe(false)
})

it('a .dockerignore adds to that, and takes back with an exclamation mark', () => {
  const ignored = createIgnore('# comment\ndocs\n*.md\n!README.md\n**/tmp\nsrc/?.ts\n')
  expect(['docs/a/b', 'x.md', 'a/b/tmp/c', 'src/a.ts'].every(ignored)).toBe(true)
  expect(['README.md', 'src/ab.ts', 'a/x.md'].some(ignored)).toBe(false)
})
