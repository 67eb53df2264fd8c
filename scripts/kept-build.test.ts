import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf, keptBuild } from './kept-build.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function buildOf(fingerprint: string, text: string) {
  let builds = 0
  const out = join(folder, `out-${fingerprint}-${text}`)
  await keptBuild(out, { cache: join(folder, 'cache'), fingerprint }, (place) => {
    builds += 1
    writeFileSync(join(place, 'made'), text)
  })
  return [builds, readFileSync(join(out, 'made'), 'utf8')]
}

test('what was made of the same sources is taken again, and made for others', async () => {
  expect(await buildOf('aa', 'first')).toEqual([1, 'first'])
  expect(await buildOf('aa', 'second')).toEqual([0, 'first'])
  expect(await buildOf('bb', 'third')).toEqual([1, 'third'])
  expect(readdirSync(join(folder, 'cache'))).toEqual(['bb'])
})

test('a build that fails keeps nothing', async () => {
  const broken = () => {
    throw new Error('does not compile')
  }
  const into = { cache: join(folder, 'cache'), fingerprint: 'aa' }
  await expect(keptBuild(join(folder, 'out'), into, broken)).rejects.toThrow('does not compile')
  expect(readdirSync(join(folder, 'cache'))).toEqual([])
  expect(await buildOf('aa', 'later')).toEqual([1, 'later'])
})

test('sources are told apart by names and contents; tests and what is built are no part of them', () => {
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const now = () => fingerprintOf(['packages/{a,b}/**', 'LICENSE'], folder)
  put('packages/a/src/x.ts', '1')
  put('LICENSE', 'free')
  const first = now()
  put('packages/a/src/x.test.ts', 'test')
  put('packages/a/dist/x.js', 'built')
  put('packages/c/src/x.ts', 'not asked for')
  expect(now()).toBe(first)
  put('packages/b/x.ts', '2')
  const second = now()
  expect(second).not.toBe(first)
  put('packages/b/x.ts', '3')
  expect([first, second]).not.toContain(now())
})
