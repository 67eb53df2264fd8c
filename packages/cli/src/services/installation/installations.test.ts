import { expect, it } from 'vitest'
import { newestThere } from './installations.ts'

it('an application means its newest installation that stays, however many newer ones are being uninstalled or are gone', () => {
  const chosen = (...states: Parameters<typeof newestThere>[0][number]['state'][]) =>
    newestThere(states.map((state, index) => ({ state, index })))?.index
  expect(chosen('UNINSTALLED', 'UNINSTALLING', 'STOPPED', 'RUNNING')).toBe(2)
  expect(chosen('UNINSTALLED', 'UNINSTALLING')).toBe(1)
  expect(chosen('UNINSTALLED', 'UNINSTALLED')).toBe(0)
  expect(chosen()).toBeUndefined()
})
