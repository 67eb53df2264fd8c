import { describe, expect, it } from 'vitest'
import type { Manifest, Setting } from '../manifest.ts'
import { checkManifest } from '../parse-manifest.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { emptyConfiguration } from './configuration.ts'
import { formatFile, parseFile } from './file.ts'
import { migrateConfiguration } from './migrate-configuration.ts'
import { readBack } from './read-back.ts'
import { editedText } from './setting-value.ts'
import { stateSettings } from './state-settings.ts'

const rates: Setting = {
  name: 'rates',
  title: 'Rates',
  type: 'Table',
  columns: [
    { name: 'state', title: 'State', type: 'Text', required: true },
    { name: 'rate', title: 'Rate', type: 'Number' },
    { name: 'open', title: 'Open', type: 'Boolean' },
  ],
}
const share: Setting = { name: 'share', title: 'Share', type: 'Number', min: 0, max: 1, step: 0.05 }
const strict: Setting = { name: 'strict', title: 'Strict', type: 'Boolean' }
const note: Setting = { name: 'note', title: 'Note', type: 'Multiline' }
const reason: Setting = { ...note, name: 'reason', visibleWhen: { name: 'strict', equals: 'true' } }

const manifestOf = (...fields: Setting[]): Manifest =>
  ({ name: 'acme/typed', version: '1.0.0', app: { fields } }) as unknown as Manifest

function apply(settings: Record<string, unknown>, ...fields: Setting[]) {
  const manifest = manifestOf(...fields)
  return applyConfiguration({ manifest, variant: 'connected', stored: emptyConfiguration, input: { settings } })
}

function stored(settings: Record<string, unknown>, ...fields: Setting[]): Record<string, string> {
  const applied = apply(settings, ...fields)
  if (!applied.ok) throw new Error(JSON.stringify(applied.problems))
  return applied.next.settings
}

const ruleOf = (settings: Record<string, unknown>, ...fields: Setting[]) => {
  const applied = apply(settings, ...fields)
  return applied.ok ? undefined : applied.problems.map(({ rule }) => rule).join()
}

describe('values of each type', () => {
  it('the application and the interface see a number, true or false, and rows', () => {
    const given = { share: '0.30', strict: true, note: 'a\nb', rates: [{ state: 'TX', rate: '1.2', open: false }] }
    const fields = [share, strict, note, rates]
    const texts = stored(given, ...fields)
    const seen = { share: 0.3, strict: true, note: 'a\nb', rates: [{ state: 'TX', rate: 1.2, open: false }] }
    expect(stateSettings(manifestOf(...fields), texts, {})).toEqual(seen)
    expect(readBack({ ...emptyConfiguration, settings: texts }, manifestOf(...fields))).toEqual(seen)
  })

  it('a value that was read can be written again', () => {
    const fields = [share, strict, rates]
    const texts = stored({ share: 0.3, strict: 'false', rates: 'state,rate\nTX,1.2' }, ...fields)
    const read = readBack({ ...emptyConfiguration, settings: texts }, manifestOf(...fields))
    expect(stored(read, ...fields)).toEqual(texts)
  })

  it('a sensitive number is held and reaches the application as a number', () => {
    const secret = { ...share, sensitive: true }
    const applied = apply({ share: 0.5 }, secret)
    expect(applied).toMatchObject({ ok: true, next: { settings: {} }, entered: { share: '0.5' } })
    expect(stateSettings(manifestOf(secret), {}, { share: '0.5' })).toEqual({ share: 0.5 })
  })

  it('a setting can depend on true or false', () => {
    expect(stored({ strict: true, reason: 'x' }, strict, reason)).toEqual({ strict: 'true', reason: 'x' })
    expect(stored({ strict: false, reason: 'x' }, strict, reason)).toEqual({ strict: 'false' })
  })

  it.each([
    [{ share: 'much' }, 'setting.value.type'],
    [{ share: true }, 'setting.value.type'],
    [{ share: -0.05 }, 'setting.value.range'],
    [{ share: 1.05 }, 'setting.value.range'],
    [{ share: 0.07 }, 'setting.value.range'],
    [{ share: Number.MAX_VALUE }, 'setting.value.range'],
    [{ share: '1e999' }, 'setting.value.type'],
    [{ strict: 'yes' }, 'setting.value.type'],
    [{ strict: 1 }, 'setting.value.type'],
    [{ rates: [{ rate: 1 }] }, 'setting.value.table'],
    [{ rates: [{ state: 'TX', rate: 'x' }] }, 'setting.value.table'],
    [{ rates: [{ state: 'TX', other: 1 }] }, 'setting.value.table'],
    [{ rates: [1] }, 'setting.value.table'],
    [{ rates: 'state,other\nTX,1' }, 'setting.value.table'],
    [{ rates: 5 }, 'setting.value.type'],
    [{ rates: [{ state: '\0' }] }, 'setting.value.table'],
  ])('%j is refused', (given, rule) => {
    const found = ruleOf(given, share, strict, rates)
    expect(found).toBe(rule)
  })

  it('a table has at most 20,000 rows and 1 MB, and no share in the 64 KB of the others', () => {
    const row = { state: 'Texas' }
    expect(ruleOf({ rates: Array.from({ length: 20_000 }, () => row) }, rates)).toBeUndefined()
    expect(ruleOf({ rates: Array.from({ length: 20_001 }, () => row) }, rates)).toBe('setting.value.table')
    expect(ruleOf({ rates: [{ state: 'x'.repeat(1024 * 1024) }] }, rates)).toBe('setting.value.too-long')
  })

  it('names the row and the column that are wrong', () => {
    const applied = apply({ rates: [{ state: 'TX' }, { state: 'OK', rate: 'high' }] }, rates)
    expect(applied).toMatchObject({ problems: [{ message: 'Rates: row 2: Rate is not a number.' }] })
  })
})

describe('a table as CSV', () => {
  it('is read with quotes, semicolons, titles as names, and empty lines', () => {
    const csv = '\uFEFFState;Rate;Open\r\n"New ""York""; NY";1.5;true\r\n\r\nTX;;\r\n'
    expect(JSON.parse(stored({ rates: csv }, rates).rates ?? '')).toEqual([
      { state: 'New "York"; NY', rate: 1.5, open: true },
      { state: 'TX' },
    ])
  })

  it('is what a person edits, and the same rows again', () => {
    const rows = [{ state: 'a,"b"\nc', rate: 1, open: true }, { state: 'TX' }]
    const text = editedText(rates, rows)
    expect(text.split('\n')[0]).toBe('state,rate,open')
    expect(JSON.parse(stored({ rates: text }, rates).rates ?? '')).toEqual(rows)
  })
})

describe('a release that changes a type', () => {
  it('needs configuration where the stored value does not fit, and loses nothing', () => {
    const before = { ...emptyConfiguration, settings: { share: 'a lot' } }
    expect(migrateConfiguration(before, manifestOf(share))).toMatchObject({
      needsConfiguration: true,
      problems: [{ rule: 'setting.value.type' }],
    })
    expect(stateSettings(manifestOf(share), before.settings, {})).toEqual({ share: 'a lot' })
    expect(migrateConfiguration({ ...before, settings: { share: '0.5' } }, manifestOf(share)).problems).toEqual([])
  })
})

describe('settings of these types in a manifest', () => {
  const rules = (field: Record<string, unknown>) => {
    const { problems, warnings } = checkManifest({
      name: 'acme/typed',
      version: '1.0.0',
      app: { fields: [{ name: 'x', title: 'X', ...field }] },
      platform: { egress: [] },
    })
    return [...problems, ...warnings].map(({ rule }) => rule).filter((rule) => rule.startsWith('setting.'))
  }

  it.each([
    [{ type: 'Number', min: 0, max: 10, step: 1, default: 5 }, []],
    [{ type: 'Number', min: 2, max: 1 }, ['setting.number.invalid']],
    [{ type: 'Number', step: 0 }, ['setting.number.invalid']],
    [{ type: 'Number', min: 1, default: 0 }, ['setting.default.invalid']],
    [{ type: 'Text', min: 1 }, ['setting.number.unused']],
    [{ type: 'Boolean', default: true }, []],
    [{ type: 'Boolean', default: 'maybe' }, ['setting.default.invalid']],
    [{ type: 'Multiline', maxLength: 100, default: 'a\nb' }, []],
    [{ type: 'Table' }, ['setting.columns.missing']],
    [{ type: 'Table', columns: rates.columns }, []],
    [{ type: 'Table', columns: [{ name: 'a', title: 'A', type: 'Number' }], default: 'a\n1\n2' }, []],
    [
      { type: 'Table', columns: [{ name: 'a', title: 'A', type: 'Number' }], default: 'a\nmuch' },
      ['setting.default.invalid'],
    ],
    [{ type: 'Table', columns: [{ name: 'a', title: 'A', type: 'Number' }], default: [] }, ['setting.default.invalid']],
    [{ type: 'Table', columns: rates.columns, sensitive: true }, ['setting.table.sensitive']],
    [{ type: 'Table', columns: [{ name: 'a', title: 'A', type: 'Secret' }] }, ['setting.columns.invalid']],
    [{ type: 'Text', columns: rates.columns }, ['setting.columns.unused']],
  ])('%j', (field, expected) => {
    expect(rules(field)).toEqual(expected)
  })
})

describe('a File setting', () => {
  const certificate: Setting = { name: 'ca', title: 'Certificate', type: 'File', accept: ['.pem', 'image/*'] }
  const pem = formatFile({ name: 'ca (1).pem', type: 'application/x-pem-file', base64: 'aGVsbG8=' })

  it('holds a small file with its name and type, and the application gets it as a data URL', () => {
    const texts = stored({ ca: pem }, certificate)
    expect(parseFile(texts.ca ?? '')).toEqual({
      name: 'ca (1).pem',
      type: 'application/x-pem-file',
      size: 5,
      base64: 'aGVsbG8=',
    })
    expect(stateSettings(manifestOf(certificate), texts, {})).toEqual({ ca: pem })
  })

  it.each([
    ['hello', 'setting.value.file', 'not a file'],
    ['data:text/plain;base64,a===', 'setting.value.file', 'not a file'],
    ['data:text/plain;name=a%2Fb.pem;base64,aGk=', 'setting.value.file', 'not a file'],
    ['data:text/plain;name=a.txt;base64,aGk=', 'setting.value.file', '"a.txt" (text/plain) is not one of'],
    [`data:image/png;base64,${'AAAA'.repeat(11_000)}`, 'setting.value.too-long', 'the file has 33000 bytes'],
    [`data:image/png${';a=x'.repeat(50_000)};base64,aGk=`, 'setting.value.too-long', 'the file is too large'],
    [`data:image/png;base64,${'AAAA'.repeat(50_000)}`, 'setting.value.too-long', 'the file is too large'],
    ['data:image/png;codec=x;base64,aGk=', 'setting.value.file', 'not a file'],
    ['data:image/png;name=a.png;name=b.png;base64,aGk=', 'setting.value.file', 'not a file'],
    ['data:image/png;name=\ud800.png;base64,aGk=', 'setting.value.characters', 'cannot be stored'],
  ])('refuses %.40s', (value, rule, message) => {
    const applied = apply({ ca: value }, certificate)
    expect(applied).toMatchObject({ problems: [{ rule, pointer: '/settings/ca' }] })
    expect(JSON.stringify(applied)).toContain(JSON.stringify(message).slice(1, -1))
  })

  it('keeps a long name in any script, and a character set', () => {
    const name = `${'証'.repeat(45)}.pem`
    expect(ruleOf({ ca: formatFile({ name, type: 'text/plain', base64: 'aGk=' }) }, certificate)).toBeUndefined()
    expect(parseFile('data:text/plain;charset=utf-8;name=a.pem;base64,aGk=')).toMatchObject({ name: 'a.pem', size: 2 })
  })

  it('takes files up to 32 KB beside the 64 KB of all other values', () => {
    const file = `data:image/png;base64,${'AAAA'.repeat(10_900)}`
    const three = ['a', 'b', 'c'].map((name): Setting => ({ ...certificate, name }))
    expect(ruleOf({ a: file, b: file, c: file }, ...three)).toBeUndefined()
  })

  it('may be write-only, unlike a table', () => {
    expect(checkManifest(manifestOf({ ...certificate, sensitive: true })).problems).toEqual([])
  })

  it('names in accept what is no ending and no media type', () => {
    const wrong = { ...certificate, accept: ['pem', 7, '.ok'] as string[] }
    const pointers = checkManifest(manifestOf(wrong)).problems.map(({ rule, pointer }) => `${rule} ${pointer}`)
    expect(pointers).toEqual([
      'setting.accept.invalid /app/fields/0/accept/0',
      'setting.accept.invalid /app/fields/0/accept/1',
    ])
  })
})
