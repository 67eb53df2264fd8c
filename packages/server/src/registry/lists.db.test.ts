import { describe, expect, it } from 'vitest'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
await test.repository('other', 'rater')
const { ask, pushManifest } = askRegistry(test, acme)

describe('lists', () => {
  it('tags come in order and in pages', async () => {
    for (const tag of ['b', 'a', 'c']) await pushManifest(tag, {}, 'acme/second')
    const first = await ask('/v2/acme/second/tags/list?n=2')
    expect(JSON.parse(first.bytes.toString())).toEqual({ name: 'acme/second', tags: ['a', 'b'] })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(JSON.parse((await ask(next)).bytes.toString()).tags).toEqual(['c'])
  })

  it('the catalogue names the repositories of one’s own organization', async () => {
    await pushManifest('x')
    const { repositories } = JSON.parse((await ask('/v2/_catalog')).bytes.toString())
    expect(repositories).toContain('acme/rater')
    expect(repositories.every((name: string) => name.startsWith('acme/'))).toBe(true)
  })
})

it.each([
  ['PUT', '/v2/acme/rater/tags/list'],
  ['POST', '/v2/acme/rater/manifests/x'],
  ['POST', '/v2/'],
])('%s %s cannot be done', async (method, path) => {
  expect(await ask(path, { method })).toMatchObject({ status: 405, code: 'UNSUPPORTED' })
})
