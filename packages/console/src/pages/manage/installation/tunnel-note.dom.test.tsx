import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { show } from '../../../testing/render.tsx'
import { installation } from '../../../testing/things.ts'
import { manage } from '../../../texts/manage.ts'
import { TunnelNote } from './tunnel-note.tsx'

const tunnel = { by: 'ada@acme.test', since: '2026-03-01T10:00:00.000Z' }
const texts = manage.tunnel

it('says whose machine answers, and ends the tunnel', async () => {
  const { api, user } = show(<TunnelNote installation={installation({ test: true, tunnel })} />, {
    answers: { closeTunnel: null as never },
  })
  await screen.findByText(texts.title)
  expect(screen.getByText(/ada@acme\.test/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: texts.end }))
  const buttons = await screen.findAllByRole('button', { name: texts.end })
  await user.click(buttons.at(-1) as HTMLElement)
  await expect.poll(() => api.asked).toEqual(['closeTunnel'])
})

const page = (of: Parameters<typeof installation>[0]) => (
  <>
    <TunnelNote installation={installation(of)} />
    <p>shown</p>
  </>
)

it('lets nobody end it who may not, and says why', async () => {
  show(page({ test: true, tunnel }), { as: member('viewer') })
  await screen.findByText(texts.title)
  screen.getByRole('button', { name: texts.end })
  expect(pressable()).toEqual([])
})

it('is not there without a tunnel', async () => {
  show(page({}))
  await screen.findByText('shown')
  expect(screen.queryByText(texts.title)).toBeNull()
})
