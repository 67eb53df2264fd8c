import { expect, it } from 'vitest'
import { canOpenBrowser } from './can-open-browser.ts'

it('opens a browser where there is a display, and not over SSH', () => {
  expect(canOpenBrowser({ DISPLAY: ':0' }, 'linux')).toBe(true)
  expect(canOpenBrowser({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  expect(canOpenBrowser({}, 'linux')).toBe(false)
  expect(canOpenBrowser({}, 'darwin')).toBe(true)
  expect(canOpenBrowser({ SSH_CONNECTION: '1 2 3 4' }, 'darwin')).toBe(false)
  expect(canOpenBrowser({ DISPLAY: ':10', SSH_TTY: '/dev/pts/0' }, 'linux')).toBe(false)
})
