import { eventsOf } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { connectedEventNames, enterpriseEventNames } from './event-names.ts'

it('an application is offered exactly the event names a manifest may declare', () => {
  expect([...connectedEventNames].sort()).toEqual([...eventsOf('connected')].sort())
  expect([...enterpriseEventNames].sort()).toEqual([...eventsOf('enterprise')].sort())
})
