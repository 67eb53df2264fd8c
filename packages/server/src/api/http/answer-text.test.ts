import { expect, it } from 'vitest'
import { z } from 'zod'
import { toItems, toItemsLater } from '../../domain/platform/items.ts'
import { answerText } from './answer-text.ts'

const schema = z.object({ items: z.array(z.object({ id: z.string(), size: z.number() })), next: z.string().nullable() })

const asItems = <Item extends { id: string }>(rows: Item[]) =>
  toItems(
    rows,
    ({ id }) => id,
    (row) => row,
  )

it('leaves a row out that does not fit the schema, reports it and shows the others', () => {
  const leftOut: string[] = []
  const items = asItems([
    { id: 'a', size: 1 },
    { id: 'b', size: 'much' },
    { id: 'c', size: 3, secret: 's' },
  ])
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
  const items = await toItemsLater([{ id: 'bad' }, { id: 'good' }], (row) => row.id, toItem)
  expect(JSON.parse(answerText(schema, { items, next: null }, () => {})).items).toEqual([{ id: 'good', size: 1 }])
})

it('leaves bad rows out of every list of an answer, whatever it is called', () => {
  const leftOut: string[] = []
  const rule = z.object({ id: z.string() })
  const lists = z.object({ rules: z.array(rule), old: z.array(rule) })
  const broken = (row: { id: string }) => {
    if (row.id === 'bad') throw new Error('gone')
    return row
  }
  const rules = toItems([{ id: 'good' }, { id: 'bad' }], ({ id }) => id, broken)
  const old = asItems([{ id: 'old' }, { id: 7 as unknown as string }])
  const text = answerText(lists, { rules, old }, ({ id }) => leftOut.push(id))
  expect(JSON.parse(text)).toEqual({ rules: [{ id: 'good' }], old: [{ id: 'old' }] })
  expect(leftOut).toEqual(['bad', '7'])
})

it('leaves nothing out of what is no list of rows, and nobody writes a bad row by mistake', () => {
  const left: unknown[] = []
  const parts = z.object({ mappings: z.array(z.object({ id: z.string() })) })
  expect(() => answerText(parts, { mappings: [{ id: 'a' }, { id: 1 }] }, (item) => left.push(item))).toThrow()
  expect(left).toEqual([])
  const gone = () => {
    throw new Error('gone')
  }
  const items = toItems([{ id: 'bad' }], ({ id }) => id, gone)
  expect(() => JSON.stringify(items)).toThrow('gone')
})

it('fails where the answer is not a list, or the list itself is wrong', () => {
  const ignore = () => {}
  expect(() => answerText(z.object({ id: z.string() }), { id: 1 }, ignore)).toThrow()
  expect(() => answerText(schema, { items: asItems([]), next: 1 }, ignore)).toThrow()
})
