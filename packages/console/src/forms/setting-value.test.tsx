import type { Setting } from '@mkt/manifest'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { settingText } from './setting-text.ts'
import { SettingValue } from './setting-value.tsx'

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
const csv = (count: number) => ['state,rate,open', ...Array.from({ length: count }, (_, at) => `S${at},${at},true`)]

/** The texts of the cells, row by row, and what stands below them. */
function shown(value: string, against?: string) {
  const markup = renderToStaticMarkup(<SettingValue setting={rates} value={value} against={against ?? null} />)
  const rows = [...markup.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell).join(' '),
  )
  return { rows, note: /<caption>(.*?)<\/caption>/.exec(markup)?.[1], text: markup.replaceAll(/<[^>]*>/g, '') }
}

it('shows the first rows of a table under the titles of its columns, and says how many more there are', () => {
  expect(shown(csv(5).join('\n'))).toMatchObject({
    rows: ['State Rate Open', 'S0 0 Yes', 'S1 1 Yes', 'S2 2 Yes', 'S3 3 Yes', 'S4 4 Yes'],
    note: undefined,
  })
  const long = shown(csv(7).join('\n'))
  expect(long.rows).toHaveLength(6)
  expect(long.note).toBe('and 2 more rows')
  expect(shown(csv(6).join('\n')).note).toBe('and 1 more row')
})

it('shows of a compared table the rows that the other has not, whether it is stored or typed', () => {
  const stored = JSON.stringify([
    { state: 'S0', rate: 0, open: true },
    { state: 'S1', rate: 9, open: true },
  ])
  expect(shown(stored, csv(40).join('\n'))).toMatchObject({
    rows: ['State Rate Open', 'S1 9 Yes'],
    note: '1 row is the same',
  })
  const many = shown(csv(40).join('\n'), stored)
  expect(many.rows[1]).toBe('S1 1 Yes')
  expect(many.note).toBe('and 34 more rows, 1 row is the same')
  expect(shown(csv(2).join('\n'), csv(3).join('\n')).text).toBe('2 rows are the same')
})

it('counts a row that stands twice as two, and says where only the order differs', () => {
  const [head, first, second] = csv(2)
  const twice = [head, first, first].join('\n')
  const once = [head, first].join('\n')
  expect(shown(twice, once)).toMatchObject({ rows: ['State Rate Open', 'S0 0 Yes'], note: '1 row is the same' })
  expect(shown(once, twice).text).toBe('1 row is the same')
  expect(shown([head, second, first].join('\n'), csv(2).join('\n')).text).toBe('2 rows are the same, in another order')
})

it('leaves a table that does not fit the columns of the present release the text that it was', () => {
  expect(shown('region\nnorth').text).toBe('region\nnorth')
  expect(shown('state,rate').text).toBe('0 rows')
})

it('shows the beginning of what is long: a cell, a table that does not fit, a table that no setting has any more', () => {
  const long = 'x'.repeat(300)
  const short = `${'x'.repeat(200)}…`
  expect(shown(`state,rate\n"${long}",1`).rows[1]).toBe(`${short} 1 `)
  expect(shown(long).text).toBe(short)
  expect(settingText(undefined, long)).toBe(long)
  expect(settingText(undefined, 'x'.repeat(9_000))).toBe(short)
  expect(settingText({ name: 'note', title: 'Note', type: 'Text' }, long)).toBe(long)
})
