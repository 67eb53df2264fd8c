import { describe, expect, it } from 'vitest'
import { lineText, sheetLines, statedSheet } from '../listing/data-sheet.ts'
import { shownHosts } from './observed-hosts.ts'
import { observedLines } from './observed-lines.ts'
import { type RegisterLine, registerCsv, registerCsvHead } from './register-csv.ts'

const seen = (host: string, more: object = {}) => ({
  host,
  port: 443,
  connections: 2,
  sentBytes: 10,
  refused: 0,
  lastAt: new Date('2026-11-01T10:00:00Z'),
  ...more,
})

describe('a data sheet', () => {
  it('has a mark for each line that is stated and none for the others', () => {
    const checkedAt = new Date('2026-11-02T00:00:00Z')
    const lines = sheetLines({ legalName: 'Acme Ltd', dpa: 'https://acme.test/dpa' }, [
      { line: 'legalName', checkedBy: 'mo@mkt.test', checkedAt },
      { line: 'keptFor', checkedBy: 'mo@mkt.test', checkedAt },
    ])
    const marks = Object.fromEntries(lines.map(({ line, mark, by }) => [line, [mark, by]]))
    expect(marks).toMatchObject({
      legalName: ['checked', 'mo@mkt.test'],
      dpa: ['declared', null],
      keptFor: [null, null],
    })
  })

  it('tells no subprocessors from subprocessors that are not stated', () => {
    expect(lineText({}, 'subprocessors')).toBeNull()
    expect(lineText({ subprocessors: [] }, 'subprocessors')).toBe('None')
    const subprocessors = [{ name: 'Cloud', purpose: 'hosting', location: 'EU' }]
    expect(lineText({ subprocessors }, 'subprocessors')).toBe('Cloud: hosting (EU)')
  })

  it('does not state a blank line', () => {
    expect(statedSheet({ legalName: ' ', keptFor: ' a year ', subprocessors: [] })).toEqual({
      keptFor: 'a year',
      subprocessors: [],
    })
  })
})

describe('observed hosts', () => {
  const declared = [{ host: '*.vin.example', port: 443 }]

  it('have a name where the app declares them or they are the policy system of the reader', () => {
    const rows = [seen('api.vin.example'), seen('policy.example'), seen('hooks.other.example'), seen('b.example')]
    expect(
      shownHosts(rows, declared, 'https://policy.example/api').map((one) => [one.host, one.declared, one.policySystem]),
    ).toEqual([
      ['(other customers)', false, false],
      ['api.vin.example', true, false],
      ['policy.example', false, true],
    ])
    const hosts = shownHosts(rows, declared, undefined)
    expect(hosts).toMatchObject([{ host: '(other customers)', connections: 6 }, { host: 'api.vin.example' }])
  })

  it('are a line with the mark observed, and no line where nothing was seen', () => {
    const hosts = shownHosts([seen('api.vin.example', { refused: 1 })], declared, undefined)
    expect(observedLines({ hosts, calls: { total: 3, writing: 1 }, fields: null })).toMatchObject([
      { line: 'egress', mark: 'observed', text: 'api.vin.example (2 connections, 1 refused)' },
      { line: 'tenantCalls', mark: 'observed', text: '3 requests through the relay, 1 of them writing' },
      { line: 'fields', mark: null, text: null },
    ])
  })
})

it('the policy system of the reader is called that, not undeclared', () => {
  const hosts = shownHosts([seen('policy.example')], [], 'https://policy.example/api')
  const [line] = observedLines({ hosts, calls: null, fields: null })
  expect(line?.text).toBe('policy.example (2 connections, your policy system)')
})

describe('the register as CSV', () => {
  const line = (knowledge: string, name: string): RegisterLine => ({
    installation: {
      ...{ id: 'ins_1', name, state: 'RUNNING', test: false, createdAt: '2026-11-01T00:00:00Z' },
      tenant: { name: 'Tenant' },
    },
    trust: {
      listing: { name: 'acme/rater', title: 'Rater' },
      publisher: { title: 'Acme' },
      release: { version: '1.0.0', imageDigest: 'sha256:1', approvedAt: null },
      egress: { enforcement: { state: 'enforced' }, declared: null },
      policySystem: { asked: 'write', way: 'direct' },
      materials: {
        ...{ packages: 3, knowledge, dataAt: null },
        open: { critical: 1, high: 0, medium: 0, low: 0, none: 0, unknown: 0 },
      },
      signatures: [],
      dataSheet: sheetLines({ legalName: 'Acme, "Inc"' }, []),
    },
  })

  it('has as many cells as its head, quoted, and no formula', () => {
    const cells = registerCsvHead.trim().split(',').length
    const text = registerCsv(line('known', '=HYPERLINK("x")'))
    expect(text.startsWith(`"'=HYPERLINK(""x"")",ins_1`)).toBe(true)
    expect(text).toContain('"Acme, ""Inc""",declared')
    const plain = text.replaceAll(/"(?:[^"]|"")*"/g, 'cell')
    expect(plain.trim().split(',')).toHaveLength(cells)
  })

  it('says "not known" instead of zero where there are no advisories', () => {
    expect(registerCsv(line('unknown', 'A'))).toContain(',3,not known,,,,,,')
    expect(registerCsv(line('known', 'A'))).toContain(',3,known,1,0,0,0,0,')
  })
})
