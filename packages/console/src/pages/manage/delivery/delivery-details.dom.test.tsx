import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { member, staff } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { show } from '../../../testing/render.tsx'
import { delivery, installation } from '../../../testing/things.ts'
import { DeliveryActions } from './delivery-actions.tsx'
import { DeliveryDetails } from './delivery-details.tsx'

const paused = { at: '2026-03-01T10:00:00.000Z', reason: 'failing' as const, probeAt: null, paths: [] }
const summary = { waiting: 3, dead: 2, paused, failingSince: null }

async function openAs(person: ReturnType<typeof member>, test: boolean) {
  const details = <DeliveryDetails id="delivery_1" installation={installation({ test })} />
  const shown = show(details, {
    as: person,
    answers: { getDelivery: delivery(), getDeliveryPayload: '{"policy":7}', replayDelivery: { count: 1 } },
  })
  await screen.findByText('event_1')
  return shown
}

describe('a delivery', () => {
  it.each([
    ['owner', true, true],
    ['admin', true, true],
    ['developer', false, true],
    ['viewer', false, false],
  ] as const)('offers replay and payload to the role %s: for real %s, of a test %s', async (role, real, test) => {
    for (const [kind, offered] of [
      [false, real],
      [true, test],
    ] as const) {
      const { api } = await openAs(member(role), kind)
      expect(pressable('Replay').length > 0).toBe(offered)
      expect(screen.queryByRole('heading', { name: 'Payload' }) !== null).toBe(offered)
      if (offered) await screen.findByText(/"policy": 7/)
      // What may not be seen is not even asked for.
      expect(api.asked.includes('getDeliveryPayload')).toBe(offered)
    }
  })

  it('shows an operator how it fared, never its payload', async () => {
    const { api } = await openAs(staff('operator'), false)
    expect(screen.queryByRole('button', { name: 'Replay' })).toBeNull()
    expect(api.asked).toEqual(['getDelivery'])
  })

  it('that was delivered is sent again only after a confirmation', async () => {
    const details = <DeliveryDetails id="delivery_1" installation={installation()} />
    const answers = {
      getDelivery: delivery({ state: 'DELIVERED' }),
      getDeliveryPayload: '{}',
      replayDelivery: { count: 1 },
    }
    const { api, user } = show(details, { as: member('admin'), answers })
    await user.click(await screen.findByRole('button', { name: 'Replay' }))
    await screen.findByText(/The application has accepted this event already/)
    expect(api.asked).not.toContain('replayDelivery')
    await user.click(screen.getAllByRole('button', { name: 'Replay' }).at(-1) as HTMLElement)
    await waitFor(() => expect(api.asked).toContain('replayDelivery'))
  })

  it('is sent again by Replay, and says so', async () => {
    const { api, user } = await openAs(member('admin'), false)
    await user.click(screen.getByRole('button', { name: 'Replay' }))
    await screen.findByText('It will be sent again shortly.')
    expect(api.asked).toContain('replayDelivery')
  })
})

describe('deliveries as a whole', () => {
  const actionsAs = async (person: ReturnType<typeof member>) => {
    const shown = show(<DeliveryActions installation={installation()} />, {
      as: person,
      answers: { getDeliverySummary: summary, replayDeliveries: { count: 2 } },
    })
    await screen.findByText('3 waiting, 2 dead letters')
    return shown
  }

  it('are resumed and replayed by people who run the installation; an operator only resumes', async () => {
    const offered = () => pressable().map((button) => button.textContent)
    await actionsAs(member('admin'))
    expect(offered()).toEqual(['Resume', 'Replay all dead letters'])
    await actionsAs(staff('operator'))
    expect(offered()).toEqual(['Resume'])
    await actionsAs(member('developer'))
    expect(offered()).toEqual([])
  })

  it('say that every attempt fails, unless the health of the installation says so above', async () => {
    const failing = { ...installation().health, state: 'failing' as const }
    for (const [code, said] of [
      ['tenant_unreachable', 1],
      ['deliveries_failing', 0],
    ] as const) {
      show(<DeliveryActions installation={installation({ health: { ...failing, code } })} />, {
        answers: { getDeliverySummary: { ...summary, paused: null, failingSince: '2026-03-01T10:00:00.000Z' } },
      })
      await screen.findByText('3 waiting, 2 dead letters')
      expect(screen.queryAllByText(/Every attempt has failed/)).toHaveLength(said)
    }
  })

  it('say how many dead letters are sent again, before and after', async () => {
    const { user } = await actionsAs(member('owner'))
    await user.click(screen.getByRole('button', { name: 'Replay all dead letters' }))
    await screen.findByText(/All 2 dead letters/)
    await user.click(screen.getAllByRole('button', { name: 'Replay all dead letters' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.getByText('2 will be sent again.')).toBeTruthy())
  })
})
