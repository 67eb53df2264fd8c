import { expect, it } from 'vitest'
import { claimPlaces, notePlace, recentPlaces } from './recent-places.ts'

function storage(value?: string) {
  const held = new Map(value === undefined ? [] : [['mkt.recent', value]])
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, next: string) => void held.set(key, next),
    removeItem: (key: string) => void held.delete(key),
  }
}

it('the newest place comes first, each once, and old ones are forgotten', () => {
  const own = storage()
  for (let number = 0; number < 12; number += 1) notePlace(own, { title: `P${number}`, href: `/p/${number}` })
  notePlace(own, { title: 'P9 again', href: '/p/9' })
  expect(recentPlaces(own).map(({ title }) => title)).toEqual(['P9 again', 'P11', 'P10', 'P8', 'P7', 'P6', 'P5', 'P4'])
})

it('pages of one thing are one place, and two things of one name are two', () => {
  const own = storage()
  const pages = ['ins_1', 'ins_1/log', 'ins_2'].map((page) => `/manage/installations/${page}`)
  for (const href of pages) notePlace(own, { title: 'Notifier', href })
  expect(recentPlaces(own).map(({ href }) => href)).toEqual(pages.slice(1).toReversed())
})

it('a page that finishes the sign-in of a tool is no place to come back to', () => {
  const own = storage()
  for (const href of ['/device', '/tool', '/manage']) notePlace(own, { title: 'Page', href })
  expect(recentPlaces(own).map(({ href }) => href)).toEqual(['/manage'])
})

it('what is no place of the console is left out', () => {
  expect(recentPlaces(storage('{half'))).toEqual([])
  expect(recentPlaces(storage('[{"title":"x","href":"javascript:0"},1,null]'))).toEqual([])
})

it('another person in the same browser does not see where the one before was, signed out or not', () => {
  const shared = storage()
  claimPlaces(shared, 'per_1')
  notePlace(shared, { title: 'Northwind', href: '/manage/tenants/ten_1' })
  claimPlaces(shared, 'per_1')
  expect(recentPlaces(shared)).toHaveLength(1)
  claimPlaces(shared, 'per_2')
  expect(recentPlaces(shared)).toEqual([])
})
