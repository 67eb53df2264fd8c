import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/render.tsx'
import { Tabs } from './tabs.tsx'

it('the open tab stays in sight when the window becomes narrower', async () => {
  show(<Tabs label="Acme Insurance" tabs={[{ label: 'Members', to: '/' }]} />)
  const row = await screen.findByRole('navigation', { name: 'Acme Insurance' })
  const place = (of: Element, name: string, value: number) =>
    Object.defineProperty(of, name, { value, configurable: true })
  const open = screen.getByRole('link', { name: 'Members' })
  place(open, 'offsetLeft', 500)
  place(open, 'offsetWidth', 100)
  place(row, 'clientWidth', 300)
  row.scrollTo = vi.fn()
  window.dispatchEvent(new Event('resize'))
  expect(row.scrollTo).toHaveBeenCalledWith({ left: 400 })
})
