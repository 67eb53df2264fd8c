import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What each SDK calls the same thing: in Node, in Python, and the class and method in Java. */
const things: readonly (readonly [node: string, python: string, java: string])[] = [
  ['createApp', 'App', 'App'],
  ['serve', 'serve', 'Server.serve'],
  ['port', 'port', 'Server.port'],
  ['readState', 'read_state', 'State.readState'],
  ['readSettings', 'read_settings', 'State.readSettings'],
  ['policySystem', 'PolicySystem', 'PolicySystem'],
  ['once', 'once', 'Once.once'],
  ['memoryOnceStore', 'MemoryOnceStore', 'MemoryOnceStore'],
  ['SdkError', 'SdkError', 'SdkError'],
  ['GiveUp', 'GiveUp', 'GiveUp'],
  ['TryAgain', 'TryAgain', 'TryAgain'],
  ['StateError', 'StateError', 'StateError'],
  ['PolicySystemError', 'PolicySystemError', 'PolicySystemError'],
  ['parseMappingPath', 'parse_mapping_path', 'MappingPath.parse'],
  ['formatMappingPath', 'format_mapping_path', 'MappingPath.format'],
  ['mappingOf', 'mapping_of', 'Mappings.mappingOf'],
  ['policyholderMappingOf', 'policyholder_mapping_of', 'Mappings.policyholderMappingOf'],
  ['readPolicyField', 'read_policy_field', 'Mappings.readPolicyField'],
  ['readPolicyholderField', 'read_policyholder_field', 'Mappings.readPolicyholderField'],
  ['writePolicyholder', 'write_policyholder', 'Mappings.writePolicyholder'],
  ['readEnterpriseField', 'read_enterprise_field', 'Mappings.readEnterpriseField'],
  ['changeEnterprise', 'EnterpriseChange', 'EnterpriseChange.body'],
  ['fill', 'fill', 'Mappings.fill'],
  ['perilsToPrice', 'perils_to_price', 'Mappings.perilsToPrice'],
]

/** What only one of them has use for: frameworks of Node, and classes that the others name as types. */
const ofNode = ['expressHandler', 'fastifyPlugin', 'fetchHandler', 'honoHandler', 'nodeHandler']
const ofPython = ['Context', 'Filling', 'Place', 'PricedPeril']

describe('the SDKs have the same things', () => {
  it('what one of them gives, the others give under a name that is listed', () => {
    const values = read('packages/sdk/src/index.ts')
      .replaceAll(/export type \{[^}]*\}/g, '')
      .matchAll(/export \{([^}]*)\}/g)
    const node = [...values].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
    const named = node.filter((name) => name !== '' && !name.startsWith('type ') && !ofNode.includes(name))
    expect(named.sort()).toEqual(things.map(([name]) => name).sort())
    const [, all = ''] = /__all__ = \[([^\]]*)\]/.exec(read('sdks/python/mkt_sdk/__init__.py')) ?? []
    const python = [...all.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)
    expect(python.filter((name) => !ofPython.includes(name)).sort()).toEqual(things.map(([, name]) => name).sort())
  })

  it.each(things.map(([, , java]) => java))('Java has a public %s', (java) => {
    const [name = '', method] = java.split('.')
    const source = read(`sdks/java/src/mkt/sdk/${name}.java`)
    expect(source).toMatch(new RegExp(`^public (?:final )?(?:class|record|interface) ${name}\\b`, 'm'))
    if (method !== undefined) expect(source).toMatch(new RegExp(`^  public [^=;]*\\b${method}\\(`, 'm'))
  })

  it.each(['webhook', 'autofill', 'rater', 'hook', 'route'])('an app takes %s in Python and Java', (kind) => {
    expect(read('sdks/python/mkt_sdk/app.py')).toMatch(new RegExp(`^    def ${kind}\\(self`, 'm'))
    expect(read('sdks/java/src/mkt/sdk/App.java')).toMatch(new RegExp(`^  public App ${kind}\\(`, 'm'))
  })

  it('every error code of the Node SDK is one that the others use or pass on from the platform', () => {
    const [, list = ''] =
      /export type SdkErrorCode =\n((?: {2}\| '.*'\n)+)/.exec(read('packages/sdk/src/errors.ts')) ?? []
    const codes = [...list.matchAll(/'(\w+)'/g)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(10)
    // These come in an answer of the state interface.
    const passedOn = [
      'key_unknown',
      'key_expired',
      'route_inactive',
      'tenant_credentials_refused',
      'tenant_unavailable',
    ]
    const python = ['app', 'context', 'errors', 'mapping', 'state'].map((name) =>
      read(`sdks/python/mkt_sdk/${name}.py`),
    )
    const classes = ['App', 'Context', 'GiveUp', 'MappingPath', 'PolicySystemError', 'State', 'TryAgain']
    const java = classes.map((name) => read(`sdks/java/src/mkt/sdk/${name}.java`))
    for (const code of codes.filter((each) => !passedOn.includes(each)))
      for (const sources of [python, java]) expect(sources.join('\n'), code).toContain(`"${code}"`)
  })

  it('the headers of the wire are written the same everywhere', () => {
    const [, list = ''] =
      /export const header: typeof appHeaders = \{([^}]*)\}/.exec(read('packages/sdk/src/wire.ts')) ?? []
    const headers = [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)
    const python = ['context', 'state'].map((name) => read(`sdks/python/mkt_sdk/${name}.py`)).join('\n')
    const java = ['Context', 'State'].map((name) => read(`sdks/java/src/mkt/sdk/${name}.java`)).join('\n')
    // When an event was sent matters to no handler yet.
    for (const name of headers.filter((each) => each !== 'webhook-timestamp'))
      for (const source of [python, java]) expect(source, name).toContain(`"${name}"`)
  })
})
