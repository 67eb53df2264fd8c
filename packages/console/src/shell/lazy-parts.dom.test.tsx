import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { visit } from '../testing/render.tsx'
import { shell } from '../texts/shell.ts'

it.each([
  ['the notifications', new RegExp(`^${shell.notifications}`), 'dialog'],
  ['the organizations', new RegExp(shell.switchOrganization), 'menu'],
])(
  '%s open at the first press of a button that keeps its look, and closing them gives the focus back',
  async (_, name, role) => {
    const { user } = visit('/nowhere')
    const [first] = await screen.findAllByRole('button', { name })
    const looks = [...(first?.classList ?? [])]
    expect(looks).not.toEqual([])
    await user.click(first as HTMLElement)
    await screen.findByRole(role)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
    const [again] = screen.getAllByRole('button', { name })
    expect([...(again?.classList ?? [])]).toEqual(expect.arrayContaining(looks))
    await waitFor(() => expect(document.activeElement).toBe(again))
  },
)
