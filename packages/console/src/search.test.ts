import { describe, expect, it } from 'vitest'
import { textOf, wordsOf } from './search.ts'

describe('the state of a list in its address', () => {
  it('keeps the named words and leaves out what is empty or foreign', () => {
    const read = wordsOf('q', 'state')
    expect(read({ q: 'vin', state: '', other: 'x' })).toEqual({ q: 'vin' })
  })

  it('takes a number for a word, since the address does not tell them apart', () => {
    expect(textOf(42)).toBe('42')
    expect(textOf({})).toBeUndefined()
  })
})
