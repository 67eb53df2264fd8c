import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { appVariables } from '@mkt/contract/app'
import { codes } from '@mkt/contract/errors'
import { parseManifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../packages/cli/src/program.ts'
import { capturedWorld } from '../../packages/cli/src/testing/captured-world.ts'
import { variables } from '../../packages/server/src/config.ts'
import { forwardVariables } from '../../packages/server/src/domain/deployment/telemetry-target.ts'
import { executedBy, knownBlocks } from './executed-by.ts'
import { commandsOf, documentationPages, root } from './pages.ts'

const pages = documentationPages()
/** Variables of the publishing tool and of the examples' own commands. */
const toolVariables = ['MKT_URL', 'MKT_CLIENT_ID', 'MKT_API_KEY', 'MKT_PROFILE', 'MKT_SIGN_PASSPHRASE']
/** What the suite on a cluster is told that cluster can do. */
const testVariables = ['MKT_TEST_NETWORK_POLICY', 'MKT_TEST_TMP_LIMIT']

const tool = await buildProgram(capturedWorld(root))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

describe.each(pages)('$path', ({ path, text, blocks }) => {
  it('has no block of commands that no test executes', () => {
    const executed = executedBy[path] ?? { blocks: 0, tests: [] }
    expect(commandsOf(path).map((block) => block.text)).toHaveLength(executed.blocks)
    const silent = executed.tests.filter((test) => {
      const source = readFileSync(join(root, test), 'utf8')
      return executed.but === undefined && !source.includes(path)
    })
    expect(silent).toEqual([])
    expect(blocks.map(({ info }) => info).filter((info) => !knownBlocks.includes(info))).toEqual([])
  })

  it('names only commands that exist, where it names them in passing', () => {
    const named = [...text.matchAll(/`(?:npx )?mkt ([^`]+)`/g)].map(([, line = '']) => line.split(' '))
    const unknown = named.filter(([command, second]) => {
      const found = tool.commands.find((each) => each.name() === command || each.aliases().includes(command ?? ''))
      const below = found?.commands ?? []
      return (
        !found || (below.length > 0 && /^[a-z]/.test(second ?? '-') && !below.some((each) => each.name() === second))
      )
    })
    expect(unknown).toEqual([])
    const run = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(run.filter((name) => !(name in scripts))).toEqual([])
  })

  it('links to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
    const broken = links.filter((to) => !/^https?:/.test(to) && !existsSync(join(root, dirname(path), to)))
    expect(broken).toEqual([])
  })

  it('shows JSON that is JSON, and manifests without problems', () => {
    for (const { info, text: json } of blocks.filter((block) => block.info.startsWith('json'))) {
      expect(() => JSON.parse(json)).not.toThrow()
      if (info === 'json state')
        expect(Object.keys(JSON.parse(json))).toEqual([
          'settings',
          'mappings',
          'platformApiUrl',
          'tenantHostName',
          'token',
        ])
      if (info !== 'json manifest') continue
      const { problems, warnings } = parseManifest(json)
      expect([problems, warnings]).toEqual([[], []])
    }
  })

  it('names only variables that exist', () => {
    const known = new Set([
      ...Object.keys(variables),
      ...Object.values(appVariables),
      ...Object.values(forwardVariables),
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
