import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { member, staff } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { show } from '../../../testing/render.tsx'
import { installation } from '../../../testing/things.ts'
import { InstallationMoves } from './installation-moves.tsx'

const offered = () => pressable().map((button) => button.textContent)

async function movesFor(as: Parameters<typeof show>[1], change: Parameters<typeof installation>[0]) {
  show(
    <>
      <InstallationMoves installation={installation(change)} />
      <p>shown</p>
    </>,
    as,
  )
  await screen.findByText('shown')
  return offered()
}

describe('the moves of an installation', () => {
  it.each([
    ['owner', ['Stop', 'Uninstall'], ['Stop', 'Uninstall']],
    ['admin', ['Stop', 'Uninstall'], ['Stop', 'Uninstall']],
    ['developer', [], ['Stop', 'Uninstall']],
    ['viewer', [], []],
  ] as const)(
    'are offered to the role %s as far as it may make them: for real, and of a test',
    async (role, real, test) => {
      expect(await movesFor({ as: member(role) }, {})).toEqual(real)
      expect(await movesFor({ as: member(role) }, { test: true })).toEqual(test)
    },
  )

  it('that a role may not make are disabled and say who may, to screen readers too', async () => {
    await movesFor({ as: member('operations') }, {})
    const uninstall = screen.getByRole('button', { name: 'Uninstall' })
    expect(uninstall.getAttribute('aria-disabled')).toBe('true')
    const why = document.getElementById(uninstall.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe(
      'Only owners and admins of Acme Insurance can do this. Your role there is operations.',
    )
    uninstall.click()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('let an operator stop and start, and nothing else', async () => {
    expect(await movesFor({ as: staff('operator') }, {})).toEqual(['Stop'])
    expect(await movesFor({ as: staff('operator') }, { state: 'STOPPED', operations: ['start', 'uninstall'] })).toEqual(
      ['Start'],
    )
  })

  it('are only those its state allows', async () => {
    expect(await movesFor({}, { state: 'UNINSTALLED', operations: [] })).toEqual([])
  })
})

it.each(['Stop', 'Uninstall'])('%s asks in a dialog whose title names the installation', async (move) => {
  const { user } = show(<InstallationMoves installation={installation({ name: 'Notifier of Texas' })} />)
  await user.click(await screen.findByRole('button', { name: move }))
  await screen.findByRole('dialog', { name: `${move}: Notifier of Texas` })
})

it('uninstalls when its name was typed, and shows what the platform answers', async () => {
  const gone = installation({ state: 'UNINSTALLING', operations: [] })
  const { api, user } = show(<InstallationMoves installation={installation()} />, {
    answers: { uninstallInstallation: gone },
  })
  await user.click(await screen.findByRole('button', { name: 'Uninstall' }))
  const confirm = screen.getAllByRole('button', { name: 'Uninstall' }).at(-1) as HTMLElement
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('textbox'), 'Notifier')
  await user.click(confirm)
  await expect.poll(() => api.asked).toEqual(['uninstallInstallation'])
})
