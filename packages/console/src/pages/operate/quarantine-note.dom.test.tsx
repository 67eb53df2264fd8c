import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { staff } from '../../testing/people.ts'
import { show } from '../../testing/render.tsx'
import { QuarantineNote } from './quarantine-note.tsx'

const quarantine = {
  differences: ['gateway' as const],
  gatewayUrl: 'https://copy.example.com',
  recordedGatewayUrl: 'https://gateway.example.com',
}
const health = (held: typeof quarantine | null) => ({
  ready: true,
  database: 'up' as const,
  parts: [],
  processes: [
    {
      id: 'prc_1',
      host: 'host',
      roles: ['worker' as const],
      version: '1.0.0',
      state: 'up' as const,
      startedAt: new Date().toISOString(),
      seenAt: new Date().toISOString(),
      engine: null,
      quarantine: held,
      demo: null,
    },
  ],
})

it('an operator confirms a takeover by typing the address that policy systems will be told', async () => {
  const { api, user } = show(<QuarantineNote health={health(quarantine)} />, {
    as: staff('operator'),
    answers: { confirmTakeover: { gatewayUrl: 'https://copy.example.com' } },
  })
  await screen.findByText(/policy systems were told https:\/\/gateway.example.com/)
  await user.click(screen.getByRole('button', { name: 'Confirm the takeover' }))
  const typed = await screen.findByRole('textbox')
  await user.type(typed, 'https://copy.example.com')
  await user.click(screen.getAllByRole('button', { name: 'Confirm the takeover' }).at(-1) as HTMLElement)
  await waitFor(() => expect(api.asked).toContain('confirmTakeover'))
  expect(api.requests.at(-1)).toMatchObject({ body: { gatewayUrl: 'https://copy.example.com' } })
})

it('nothing is said of a quarantine where there is none', async () => {
  show(
    <>
      <QuarantineNote health={health(null)} />
      <p>shown</p>
    </>,
  )
  await screen.findByText('shown')
  expect(screen.queryByRole('alert')).toBeNull()
})
