import { describe, expect, it } from 'vitest'
import { orderName } from './order-name.ts'

const both = (label: string, sort: string, word: string) => [
  orderName({ label, sort }, word),
  orderName({ label, sort }, `-${word}`),
]

describe('an order is said as people say it:', () => {
  it('texts from A to Z', () => {
    expect(both('Name', 'name', 'name')).toEqual(['Name, A to Z', 'Name, Z to A'])
  })

  it('rows by their age', () => {
    expect(both('Created', '-createdAt', 'createdAt')).toEqual(['Oldest first', 'Newest first'])
    expect(both('Waiting since', 'createdAt', 'createdAt')).toEqual(['Oldest first', 'Newest first'])
  })

  it('another time, of which a row may have several, with its name', () => {
    expect(both('Last used', '-lastUsedAt', 'lastUsedAt')).toEqual([
      'Last used, earliest first',
      'Last used, latest first',
    ])
    expect(both('Last entry', '-lastAt', 'lastAt')[1]).toBe('Last entry, latest first')
    expect(both('Expires', 'expiresAt', 'expiresAt')).toEqual(['Expires, earliest first', 'Expires, latest first'])
  })

  it('numbers of things, versions and durations', () => {
    expect(both('Installations', '-installations', 'installations')).toEqual([
      'Installations, fewest first',
      'Installations, most first',
    ])
    expect(both('Release', '-version', 'version')).toEqual(['Release, lowest first', 'Release, highest first'])
    expect(both('Duration', '-durationMs', 'durationMs')).toEqual([
      'Duration, shortest first',
      'Duration, longest first',
    ])
  })
})
