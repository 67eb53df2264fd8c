import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, parseManifest, variants } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { writeJava } from './write-java.ts'
import { writePython } from './write-python.ts'
import { writeTypeScript } from './write-typescript.ts'

const examples = join(import.meta.dirname, '../../../../../examples')
const everything: Manifest = {
  name: 'acme/all',
  version: '1.0.0',
  app: {
    fields: [
      { name: 'api-key', title: 'Key */ of "x"', type: 'Password', required: true },
      { name: 'share', title: 'Share', type: 'Number' },
      { name: 'strict', title: 'Strict', type: 'Boolean', required: true },
      { name: 'plan', title: 'Plan', type: 'Select', values: [{ text: 'A', value: "it's" }], required: true },
      { name: 'ca', title: 'CA', type: 'File', required: true, visibleWhen: { name: 'strict', equals: 'true' } },
      {
        name: 'rate-table',
        title: 'Rates',
        type: 'Table',
        required: true,
        columns: [
          { name: 'state', title: 'State', type: 'Text', required: true },
          { name: 'open', title: 'Open', type: 'Boolean' },
        ],
      },
    ],
  },
  platform: {
    fields: [{ name: 'vin', title: 'VIN' }],
    webhooks: [{ path: '/events', events: ['claim.*'] }],
    autofill: [{ path: '/fill', operations: ['*.create'] }],
    lifecycle: ['install', { hook: 'stop', path: '/bye' }],
  },
}

describe('types of a manifest', () => {
  it('are those that the rater, which is compiled with them, has beside its code', () => {
    const { manifest } = parseManifest(readFileSync(join(examples, 'rater/platform-app.json'), 'utf8'))
    const file = readFileSync(join(examples, 'rater/src/platform-app.ts'), 'utf8')
    expect(manifest && writeTypeScript(manifest, 'connected')).toBe(file)
  })

  it('name every setting with the type of its value; what need not be there is optional', () => {
    const text = writeTypeScript(everything, 'connected')
    for (const line of [
      '/** Key * / of "x" */',
      "readonly 'api-key': string",
      'readonly share?: number',
      'readonly strict: boolean',
      `readonly plan: "it's"`,
      'readonly ca?: string',
      "readonly 'rate-table': readonly { readonly state: string; readonly open?: boolean }[]",
      "readonly mappings: 'vin'",
      "readonly '/events': 'claim.create' | 'claim.open' | 'claim.update' | 'claim.close' | 'claim.discard'",
      "readonly autofill: '/fill'",
      'readonly raters: never',
      "readonly lifecycle: 'install' | '/bye'",
    ])
      expect(text).toContain(`${line}\n`)
  })

  it('say the same in Python', () => {
    const text = writePython(everything, 'connected')
    for (const line of [
      '    "api-key": str,',
      '    "share": float,',
      `    "plan": Literal["it's"],`,
      '    "rate-table": List[RateTableRow],',
      'class RateTableRow(_RateTableRowAlways, _RateTableRowPerhaps):',
      'MappingField = Literal["vin"]',
      'RaterPath = str',
      'Lifecycle = Literal["install", "/bye"]',
    ])
      expect(text.split('\n')).toContain(line)
  })

  it('are constants in Java, each under a name of its own', () => {
    const platform = {
      webhooks: [
        { path: '/e-v', events: ['policy.issue'] },
        { path: '/e/v', events: ['policy.issue'] },
      ],
    }
    const text = `${writeJava(everything, 'connected')}${writeJava({ ...everything, platform }, 'connected')}`
    for (const line of [
      '    public static final String API_KEY = "api-key";',
      '    public static final String RATE_TABLE = "rate-table";',
      '    public static final String VIN = "vin";',
      '    public static final String CLAIM_CREATE = "claim.create";',
      '    public static final String BYE = "/bye";',
      '    public static final String E_V = "/e-v";',
      '    public static final String E_V_2 = "/e/v";',
    ])
      expect(text.split('\n')).toContain(line)
  })

  it('expand events as the variant has them', () => {
    const manifest: Manifest = { ...everything, platform: { webhooks: [{ path: '/e', events: ['policy.quote.*'] }] } }
    const [connected, enterprise] = variants.map((variant) => writeTypeScript(manifest, variant))
    expect(connected).toContain("'policy.quote.declined'")
    expect(enterprise).toContain("'policy.quote.underwrite'")
    expect(enterprise).not.toContain("'policy.quote.declined'")
  })
})
