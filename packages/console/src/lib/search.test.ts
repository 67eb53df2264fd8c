import { describe, expect, it } from 'vitest'
import { countsOf, textOf, wordsOf } from './search.ts'

describe('the state of a list in its address', () => {
  it('keeps the named words and leaves out what is empty or foreign', () => {
    const read = wordsOf('q', 'state')
    expect(read({ q: 'vin', state: '', other: 'x' })).toEqual({ q: 'vin' })
  })

  it('takes a number for a word, since the address does not tell them apart', () => {
    expect(textOf(42)).toBe('42')
    expect(textOf({})).toBeUndefined()
  })

  it('keeps the named counts and leaves out what counts nothing', () => {
    const read = countsOf('revision', 'with')
    expect(read({ revision: 2, with: '1', other: 3 })).toEqual({ revision: 2, with: 1 })
    expect(read({ revision: 'x', with: 0 })).toEqual({})
    expect(read({ revision: 1.5, with: -1 })).toEqual({})
  })
})
