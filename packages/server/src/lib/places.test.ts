import { describe, expect, it } from 'vitest'
import { Places } from './places.ts'

describe('a place', () => {
  it('shows a new value of its key without looking it up again', () => {
    const places = new Places<string>()
    places.set('a', 'first')
    const place = places.place('a')
    places.set('a', 'second')
    expect(place?.value).toBe('second')
    expect(places.place('a')).toBe(place)
  })

  it('is empty once its value was taken away, and stays so when the key comes back', () => {
    const places = new Places<string>()
    places.set('a', 'first')
    const place = places.place('a')
    places.delete('a')
    places.set('a', 'second')
    expect(place?.value).toBeUndefined()
    expect(places.get('a')).toBe('second')
  })

  it('is empty once all values were taken away', () => {
    const places = new Places<string>()
    places.set('a', 'first')
    const place = places.place('a')
    places.clear()
    expect(place?.value).toBeUndefined()
    expect(places.size).toBe(0)
  })

  it('does not exist for a key that was never set', () => {
    expect(new Places<string>().place('a')).toBeUndefined()
  })
})

it('places are gone through while values are taken away', () => {
  const places = new Places<number>()
  for (const [index, key] of ['a', 'b', 'c'].entries()) places.set(key, index)
  for (const [key, value] of places.entries()) if (value < 2) places.delete(key)
  expect([...places.entries()]).toEqual([['c', 2]])
})
