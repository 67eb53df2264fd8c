import { expect, it } from 'vitest'
import { z } from 'zod'
import { toItems } from '../../domain/platform/page.ts'
import { answerText } from './answer-text.ts'

const schema = z.object({ items: z.array(z.object({ id: z.string(), size: z.number() })), next: z.string().nullable() })

it('leaves a row out that does not fit the schema, reports it and shows the others', () => {
  const leftOut: string[] = []
  const items = [
    { id: 'a', size: 1 },
    { id: 'b', size: 'much' },
    { id: 'c', size: 3, secret: 's' },
  ]
  const text = answerText(schema, { items, next: 'n' }, ({ id }) => leftOut.push(id))
  expect(JSON.parse(text)).toEqual({
    items: [
      { id: 'a', size: 1 },
      { id: 'c', size: 3 },
    ],
    next: 'n',
  })
  expect(leftOut).toEqual(['b'])
})

it('omits a row that cannot become an item', () => {
  const leftOut: unknown[] = []
  const broken = new RangeError('too deep')
  const toItem = (row: { id: string }) => {
    if (row.id === 'bad') throw broken
    return { id: row.id, size: 1 }
  }
  const items = toItems([{ id: 'good' }, { id: 'bad' }], (row) => row.id, toItem)
  const text = answerText(schema, { items, next: null }, (item) => leftOut.push(item))
  expect(JSON.parse(text)).toEqual({ items: [{ id: 'good', size: 1 }], next: null })
  expect(leftOut).toEqual([{ id: 'bad', error: broken }])
})

it('leaves a row out whose item fails later', async () => {
  const toItem = async (row: { id: string }) => {
    if (row.id === 'bad') throw new Error('gone')
    return { id: row.id, size: 1 }
  }
  const items = await Promise.all(toItems([{ id: 'bad' }, { id: 'good' }], (row) => row.id, toItem))
  expect(JSON.parse(answerText(schema, { items, next: null }, () => {})).items).toEqual([{ id: 'good', size: 1 }])
})

it('fails where the answer is not a list, or the list itself is wrong', () => {
  const ignore = () => {}
  expect(() => answerText(z.object({ id: z.string() }), { id: 1 }, ignore)).toThrow()
  expect(() => answerText(schema, { items: [], next: 1 }, ignore)).toThrow()
})
