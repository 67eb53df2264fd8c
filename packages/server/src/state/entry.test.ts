import { expect, test } from 'vitest'
import type { StateView } from '../actions/route/read-state.ts'
import { Secret } from '../lib/secret.ts'
import { finishedFor, makeEntry, retire, stateAnswer, takeUsed, unchangedLines } from './entry.ts'

const release = { releaseId: 'rel_present', settings: { a: 'ü' }, mappings: [], way: 'direct' as const }
const view: StateView = {
  ...release,
  installationId: 'ins_1',
  tenantId: 'ten_1',
  active: true,
  keyEpoch: 1,
  generation: 2,
  revision: 3,
  platformApiUrl: 'https://policy.example.com',
  tenantHostName: 'policy.example.com',
  target: { ...release, releaseId: 'rel_target', settings: { a: 'next' } },
}
const token = (text: string) => ({ token: new Secret(text), obtainedAt: new Date(0), expiresAt: null })

test('an answer is one text of headers and body, and what is sent when nothing has changed is a part of it', () => {
  const { present } = makeEntry(view, 0)
  const { text, bodyAt, etag } = present.settings
  const body = '{"settings":{"a":"\\u00fc"},"mappings":[]}'
  const unchanged = `cache-control: no-store\r\netag: ${etag}\r\nx-MKT-revision: 3\r\n`
  expect(text).toBe(`content-length: ${body.length}\r\ncontent-type: application/json\r\n${unchanged}\r\n${body}`)
  expect(text.slice(bodyAt)).toBe(body)
  expect(unchangedLines(present.settings)).toBe(unchanged)
})

test('the whole record is made once for a token, and again with another tag for another one', () => {
  const entry = makeEntry(view, 0)
  const finished = finishedFor(entry, 'rel_present')
  const first = token('first')
  const answer = stateAnswer(entry, finished, first)
  expect(stateAnswer(entry, finished, first)).toBe(answer)
  const other = stateAnswer(entry, finished, { ...token('second'), obtainedAt: new Date(1) })
  expect(other.etag).not.toBe(answer.etag)
  expect(JSON.parse(other.text.slice(other.bodyAt))).toMatchObject({ settings: { a: 'ü' }, token: 'second' })
})

test('a key of the release that is being taken gets what that release sees, and every other one the present', () => {
  const entry = makeEntry(view, 0)
  expect(finishedFor(entry, 'rel_target').settings.text).toContain('next')
  expect(finishedFor(entry, 'rel_former')).toBe(entry.present)
})

test('what is retired keeps nothing in memory, and keeps nothing that is made of it afterwards', () => {
  const entry = makeEntry(view, 0)
  const { ready } = entry.present
  stateAnswer(entry, entry.present, token('first'))
  expect(ready).toMatchObject({ entry, state: expect.anything() })
  retire(entry)
  expect(stateAnswer(entry, entry.present, token('late')).text).toContain('late')
  expect(ready).toMatchObject({ entry: undefined, state: undefined, token: undefined, place: undefined })
})

test('a read by either release keeps an entry from being evicted, once', () => {
  const entry = makeEntry(view, 0)
  expect([takeUsed(entry), takeUsed(entry)]).toEqual([true, false])
  finishedFor(entry, 'rel_target').ready.used = true
  expect([takeUsed(entry), takeUsed(entry)]).toEqual([true, false])
})
