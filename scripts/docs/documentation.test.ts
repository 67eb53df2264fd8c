import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { appVariables } from '@mkt/contract/app'
import { codes } from '@mkt/contract/errors'
import { parseManifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { variables } from '../../packages/server/src/config.ts'
import { documentationPages, root } from './pages.ts'

const pages = documentationPages()
/** Variables of the publishing tool and of the examples' own commands. */
const toolVariables = ['MKT_URL', 'MKT_CLIENT_ID', 'MKT_API_KEY', 'MKT_PROFILE']
/** What the suite on a cluster is told that cluster can do. */
const testVariables = ['MKT_TEST_NETWORK_POLICY', 'MKT_TEST_TMP_LIMIT', 'MKT_TEST_FIGURES']

describe.each(pages)('$path', ({ path, text, blocks }) => {
  it('links to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
    const broken = links.filter((to) => !/^https?:/.test(to) && !existsSync(join(root, dirname(path), to)))
    expect(broken).toEqual([])
  })

  it('shows JSON that is JSON, and manifests without problems', () => {
    for (const { info, text: json } of blocks.filter((block) => block.info.startsWith('json'))) {
      expect(() => JSON.parse(json)).not.toThrow()
      if (info !== 'json manifest') continue
      const { problems, warnings } = parseManifest(json)
      expect([problems, warnings]).toEqual([[], []])
    }
  })

  it('names only variables that exist', () => {
    const known = new Set([
      ...Object.keys(variables),
      ...Object.values(appVariables),
      ...toolVariables,
      ...testVariables,
    ])
    const named = [...text.matchAll(/\bMKT_[A-Z_]+\b/g)].map(([name]) => name)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('names only error codes that exist', () => {
    const named = [...text.matchAll(/\b[45]\d\d `([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = '']) => code)
    expect(named.filter((code) => !Object.hasOwn(codes, code))).toEqual([])
  })
})

it('there are pages', () => {
  expect(pages.length).toBeGreaterThan(8)
})
