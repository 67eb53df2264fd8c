import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

it('every file and folder that CONTRIBUTING.md names exists', () => {
  const named = [...text.matchAll(/`((?:packages|scripts|bench|docs|e2e)\/[^`<>*…]+)`/g)].map(([, path]) => path ?? '')
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !/NNNN|\/x\./.test(path) && !existsSync(join(root, path)))).toEqual([])
})

it('ten changes are listed with the file each one is made in', () => {
  const rows = text
    .slice(text.indexOf('## Ten changes'), text.indexOf('## House rules'))
    .match(/^\| .* \| `packages\//gm)
  expect(rows).toHaveLength(10)
})

it('no recipe touches more than four files written by hand', () => {
  const recipes =
    text.slice(text.indexOf('## Recipes'), text.indexOf('## Ten changes')).match(/^\*\*To add .*(?:\n.+)*/gm) ?? []
  expect(recipes.length).toBeGreaterThan(10)
  const steps = (recipe: string) => recipe.split(' · ').length
  expect(recipes.filter((recipe) => steps(recipe) > 4)).toEqual([])
})

it('verify runs the checks that CONTRIBUTING.md names', () => {
  const [, named = ''] = /^\| `npm run verify` \| (.*?); /m.exec(text) ?? []
  const source = readFileSync(join(root, 'scripts/verify.ts'), 'utf8')
  const checks = [...source.matchAll(/\{ name: '([^']+)', command/g)].map(([, name]) => name)
  expect(named.split(', ').sort()).toEqual(checks.filter((name) => name !== 'types of the console').sort())
})
