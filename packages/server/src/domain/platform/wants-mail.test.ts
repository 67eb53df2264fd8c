import { mailTopics, notificationKinds } from '@mkt/contract/api'
import { expect, it } from 'vitest'
import { wantsMail } from './wants-mail.ts'

it('what a person wants no mail about is not mailed, everything else is', () => {
  expect(wantsMail('installation.failing', ['updates'])).toBe(true)
  expect(wantsMail('installation.failing', ['updates', 'installations'])).toBe(false)
  expect(Object.keys(notificationKinds).filter((kind) => wantsMail(kind, mailTopics))).toEqual([])
})

it('a kind that nobody could choose about is mailed', () => {
  expect(wantsMail('something.new', mailTopics)).toBe(true)
  expect(wantsMail('toString', mailTopics)).toBe(true)
})

it('every topic that people choose has something to tell', () => {
  expect(new Set(Object.values(notificationKinds))).toEqual(new Set(mailTopics))
})
