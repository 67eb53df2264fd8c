import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { checkManifest } from './parse-manifest.ts'
import { manifestSchema } from './schema.ts'

const accepts = new Ajv2020({ strict: false }).compile(manifestSchema)
const base = { name: 'acme/app', version: '1.0.0' }
const setting = { name: 'a', title: 'A', type: 'Text' }
const withSetting = (more: object) => ({ ...base, app: { fields: [{ ...setting, ...more }] } })
const withPlatform = (platform: object) => ({ ...base, platform })
const rater = (more: object) => withPlatform({ externalRaters: [{ name: 'r', path: '/r', ...more }] })
const webhook = (path: string, ...events: string[]) => withPlatform({ webhooks: [{ path, events }] })

const egressHosts = [
  ...[
    'api.vin.example',
    '*.vin.example',
    'API.Vin.Example',
    'xn--bcher-kva.example',
    'a.b.c.d.e.example',
    '1.2.3.example',
  ],
  ...[
    '',
    'vin',
    '*.example',
    '*',
    '*.',
    'localhost',
    'app.localhost',
    'A.LocalHost',
    '1.2.3.4',
    '0x7f.1',
    '::1',
    '[::1]',
  ],
  ...[
    'vin.example.',
    '.vin.example',
    'vin..example',
    'a_b.example',
    '-a.example',
    'a-.example',
    'a.*.example',
    '*a.example',
  ],
  ...[
    'https://vin.example',
    'vin.example:443',
    'vin.example/x',
    'a b.example',
    'bücher.example',
    `${'a'.repeat(64)}.example`,
  ],
  ...[`${'a.'.repeat(123)}example`, `${'a.'.repeat(123)}examples`, 7, null],
]

/** What one value alone decides is decided alike by the rules and by the schema. */
const cases: unknown[] = [
  base,
  {},
  [],
  { ...base, unknown: 1 },
  { ...base, name: 'Acme/x' },
  { ...base, version: '01.0.0' },
  { ...base, targetPlatform: 'x' },
  { ...base, performancePlan: 'Increased' },
  withSetting({}),
  withSetting({ type: 'Number' }),
  withSetting({ type: 'Select' }),
  withSetting({ type: 'Select', values: [] }),
  withSetting({ type: 'Select', values: [{ text: 'T', value: '' }] }),
  withSetting({ type: 'Select', values: [{ text: 'T' }] }),
  withSetting({ title: ' ' }),
  withSetting({ name: '' }),
  withSetting({ type: 'Password', default: 'x' }),
  withSetting({ sensitive: true, pattern: 'x' }),
  withSetting({ sensitive: 'yes' }),
  withSetting({ maxLength: 0 }),
  withSetting({ pattern: 'x'.repeat(201) }),
  withSetting({ visibleWhen: { name: 'b' } }),
  ...['1', 1, true, null, [], {}].map((equals) => ({
    ...base,
    app: {
      fields: [
        { ...setting, visibleWhen: { name: 'b', equals } },
        { ...setting, name: 'b', type: 'Number' },
      ],
    },
  })),
  withPlatform({ fields: [{ name: 'vin', title: 'VIN', required: true, hint: 'H' }] }),
  withPlatform({ fields: [{ name: 'vin' }] }),
  webhook('/w', 'policy.*', 'policy.quote.*', 'billing.invoice.*'),
  webhook('/w', 'policy'),
  webhook('/w'),
  ...['', 'w', '//w', '/w//x', '/w?x', '/health', '/_app', '/_app/x', '/', '/w/', '/w%20x', '/healthy'].map((path) =>
    webhook(path, 'policy.issue'),
  ),
  withPlatform({ autofill: [{ path: '/a', operations: ['*.create'], timeoutMs: 10_000 }] }),
  withPlatform({ autofill: [{ path: '/a', operations: ['x.create'] }] }),
  withPlatform({ autofill: [{ path: '/a', operations: ['*.*'], timeoutMs: 1.5 }] }),
  rater({}),
  rater({ timeoutMs: 20_001 }),
  rater({ headers: { 'x-a': 'b' } }),
  rater({ headers: { 'X-Mkt-Key': 'b' } }),
  rater({ headers: { HOST: 'b' } }),
  rater({ headers: { 'a b': 'b' } }),
  rater({ headers: { a: 1 } }),
  withPlatform({ lifecycle: ['install', { hook: 'stop', path: '/s' }] }),
  withPlatform({ lifecycle: ['x'] }),
  withPlatform({ lifecycle: [{ hook: 'stop' }] }),
  withPlatform({ public: ['/oauth/*', '/x'] }),
  withPlatform({ public: ['/*'] }),
  withPlatform({ public: ['/a*'] }),
  withPlatform({ egress: [] }),
  withPlatform({ egress: {} }),
  withPlatform({ egress: [{ host: 'api.vin.example' }] }),
  ...egressHosts.map((host) => withPlatform({ egress: [{ host, purpose: 'p' }] })),
  ...[1, 65_535, 0, 65_536, 1.5, '443', null].map((port) =>
    withPlatform({ egress: [{ host: 'a.example', port, purpose: 'p' }] }),
  ),
  withPlatform({ egress: [{ host: 'a.example', purpose: ' ' }] }),
  withPlatform({ egress: [{ host: 'a.example', purpose: 'p', personalData: 'no' }] }),
  withPlatform({ egress: [{ purpose: 'p' }] }),
  { ...withSetting({}), platform: { egress: [{ setting: 'a', purpose: 'p', personalData: true }] } },
  { ...withSetting({}), platform: { egress: [{ setting: 'a' }] } },
]

it.each(cases.map((value) => [JSON.stringify(value).slice(0, 120), value]))(
  'schema and rules agree on %s',
  (_, value) => {
    expect(accepts(value)).toBe(checkManifest(value).problems.length === 0)
  },
)

it('no property that the schema has is reported as unknown', () => {
  const { platform, app } = manifestSchema.properties
  const named = (part: { properties: object }) =>
    Object.fromEntries(Object.keys(part.properties).map((name) => [name, null]))
  const whole = { ...named(manifestSchema), app: { fields: [named(app.properties.fields.items)] } }
  for (const value of [
    whole,
    { ...base, app: named(app) },
    withPlatform(named(platform)),
    withPlatform({ autofill: [named(platform.properties.autofill.items)] }),
    rater(named(platform.properties.externalRaters.items)),
  ]) {
    const { warnings } = checkManifest(value)
    expect(warnings.filter(({ rule }) => rule === 'manifest.property.unknown')).toEqual([])
  }
})

it('the shipped file is the exported schema', () => {
  const file = readFileSync(new URL('../schema/platform-app.json', import.meta.url), 'utf8')
  expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(manifestSchema)))
})
