import { expect, it } from 'vitest'
import { installation } from '../../../testing/things.ts'
import { startable, stoppable, upgradable } from './bulk-moves.ts'

const offer = {
  ...{ releaseId: 'release_2', version: '2.0.0', reason: 'major' as const },
  ...{ problems: [], asks: [], notes: '', notesHtml: '' },
}
const problem = { pointer: '/settings/x', rule: 'required', message: 'Missing.' }

it('only installations with an offer that needs no configuration are upgraded in bulk', () => {
  const fits = installation({ id: 'a', offer })
  const needs = installation({ id: 'b', offer: { ...offer, problems: [problem] as never } })
  const busy = installation({ id: 'c', offer, operations: [] })
  expect(upgradable([fits, needs, busy, installation({ id: 'd' })])).toEqual([fits])
})

it('a release that asks for more is not taken in bulk: what it asks for is shown with its own button', () => {
  const asking = installation({ id: 'a', offer: { ...offer, reason: 'asks_more', asks: ['Reads claims'] } })
  const major = installation({ id: 'b', offer: { ...offer, asks: ['Reads claims'] } })
  expect(upgradable([asking, major])).toEqual([])
})

it('only installations whose state allows it are stopped or started in bulk', () => {
  const running = installation({ id: 'a' })
  const stopped = installation({ id: 'b', state: 'STOPPED', operations: ['start'] })
  expect(stoppable([running, stopped])).toEqual([running])
  expect(startable([running, stopped])).toEqual([stopped])
})
