import { screen } from '@testing-library/react'

/** Buttons that can be pressed, by name. One that a role may not press stands there disabled and says why. */
export function pressable(name: string | RegExp = /./): HTMLElement[] {
  return screen.queryAllByRole('button', { name }).filter((button) => button.getAttribute('aria-disabled') !== 'true')
}
