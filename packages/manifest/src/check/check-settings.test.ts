import { describe, expect, it } from 'vitest'
import { rulesOf } from '../testing.ts'

const base = { name: 'acme/app', version: '1.0.0' }

function settingRules(...fields: unknown[]): string[] {
  return rulesOf({ ...base, app: { fields } })
}

const text = (name: string, more: object = {}) => ({ name, title: name, type: 'Text', ...more })
const select = (name: string, more: object = {}) => ({
  name,
  title: name,
  type: 'Select',
  values: [{ text: 'One', value: '1' }],
  ...more,
})

describe('settings', () => {
  it('need a name, a title and a known type', () => {
    expect(settingRules({})).toEqual([
      'setting.name.missing /app/fields/0/name',
      'setting.title.missing /app/fields/0/title',
      'setting.type.unknown /app/fields/0/type',
    ])
    expect(settingRules(text('a', { type: 'Colour' }))).toEqual(['setting.type.unknown /app/fields/0/type'])
    expect(settingRules(text('__proto__'))).toEqual(['setting.name.invalid /app/fields/0/name'])
    expect(settingRules(text('constructor'))).toEqual([])
  })

  it('differ by name', () => {
    expect(settingRules(text('a'), text('a'))).toEqual(['setting.name.duplicate /app/fields/1/name'])
  })

  it('of type Select offer values that differ', () => {
    expect(settingRules(select('a', { values: undefined }))).toEqual(['setting.values.missing /app/fields/0/values'])
    expect(settingRules(select('a', { values: [] }))).toEqual(['setting.values.missing /app/fields/0/values'])
    expect(
      settingRules(
        select('a', {
          values: [
            { text: 'A', value: '1' },
            { text: 'B', value: '1' },
          ],
        }),
      ),
    ).toEqual(['setting.values.duplicate /app/fields/0/values/1/value'])
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ text: 'T', value: `${index}` }))
    expect(settingRules(select('a', { values: many(500) }))).toEqual([])
    expect(settingRules(select('a', { values: many(501) }))).toEqual(['setting.values.count /app/fields/0/values'])
  })

  it('number 100 at most', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => text(`s${index}`))
    expect(settingRules(...many(100))).toEqual([])
    expect(settingRules(...many(101))).toEqual(['setting.count /app/fields'])
  })

  it('have a default that is offered, and none when write-only', () => {
    expect(settingRules(select('a', { default: '2' }))).toEqual(['setting.default.not-offered /app/fields/0/default'])
    expect(settingRules(text('a', { type: 'Password', default: 'x' }))).toEqual([
      'setting.default.write-only /app/fields/0/default',
    ])
    expect(settingRules(text('a', { sensitive: true, default: 'x' }))).toEqual([
      'setting.default.write-only /app/fields/0/default',
    ])
  })

  it('have patterns in RE2 syntax of at most 200 characters, and none when write-only', () => {
    expect(settingRules(text('a', { pattern: '[a-z]+', patternMessage: 'Letters' }))).toEqual([])
    expect(settingRules(text('a', { pattern: '(?=a)b' }))).toEqual(['setting.pattern.invalid /app/fields/0/pattern'])
    expect(settingRules(text('a', { pattern: 'a'.repeat(201) }))).toEqual([
      'setting.pattern.too-long /app/fields/0/pattern',
    ])
    expect(settingRules(text('a', { pattern: 'a', sensitive: true }))).toEqual([
      'setting.pattern.write-only /app/fields/0/pattern',
    ])
  })

  it('are visible by a setting that exists, can be read and does not lead back', () => {
    const when = (name: string, equals = '1') => ({ visibleWhen: { name, equals } })
    expect(settingRules(select('a'), text('b', when('a')))).toEqual([])
    expect(settingRules(text('b', when('a')))).toEqual(['setting.visibleWhen.unknown /app/fields/0/visibleWhen/name'])
    expect(settingRules(text('a', { sensitive: true }), text('b', when('a')))).toEqual([
      'setting.visibleWhen.write-only /app/fields/1/visibleWhen/name',
    ])
    expect(settingRules(text('a', when('b')), text('b', when('a')))).toHaveLength(2)
    expect(settingRules(select('a'), text('b', when('a', '7')))).toEqual([
      'setting.visibleWhen.not-offered /app/fields/1/visibleWhen/equals',
    ])
  })
})
