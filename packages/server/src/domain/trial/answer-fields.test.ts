import { expect, it } from 'vitest'
import { answerFields, differingPlaces } from './answer-fields.ts'

const perils = new Map([['6f1c0e7a-0000-4000-8000-000000000001', 'collision']])

it('places are the same for all policies: perils by their name, locators and list items by a star', () => {
  const answer = {
    pricedPerilCharacteristics: { '6f1c0e7a-0000-4000-8000-000000000001': { premium: '1.00' } },
    fieldValues: { vin: ['A', 'B'] },
    '100002122': true,
  }
  expect([...answerFields(answer, perils)]).toEqual([
    ['/*', 'true'],
    ['/pricedPerilCharacteristics/collision/premium', '"1.00"'],
    ['/fieldValues/vin/*', '"A"'],
    ['/fieldValues/vin/*#2', '"B"'],
  ])
})

it('two answers differ where a value is another one or only one of them has it', () => {
  const one = answerFields({ a: 1, b: [1, 2], c: 3 }, perils)
  const other = answerFields({ a: 1, b: [1, 3], d: 4 }, perils)
  expect(differingPlaces(one, other)).toEqual(new Set(['/b/*', '/c', '/d']))
  expect(differingPlaces(one, one)).toEqual(new Set())
})

it('a hostile answer is read within bounds', () => {
  const deep = JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`)
  expect(answerFields(deep, perils).size).toBe(0)
  expect(
    answerFields(
      Array.from({ length: 9_000 }, (_, index) => index),
      perils,
    ).size,
  ).toBeLessThanOrEqual(5_000)
})

it('of two hostile answers few differences are kept, and none is long', () => {
  const hostile = (name: string) =>
    answerFields(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [name + index, deep()])), perils)
  const deep = () => JSON.parse(`${`{"${'x'.repeat(200)}":`.repeat(20)}1${'}'.repeat(20)}`)
  const places = differingPlaces(hostile('a'), hostile('b'))
  expect(places.size).toBe(200)
  for (const place of places) expect(place.length).toBeLessThanOrEqual(300)
})
