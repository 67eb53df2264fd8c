import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { queryClient } from '../queries/client/query-client.ts'
import { latest } from './render.tsx'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000 })
// A failed search for an element shows the page, not all of it.
process.env.DEBUG_PRINT_LIMIT = '3000'

/** The change feed stays silent: tests say themselves what changes. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  onopen: unknown
  onerror: unknown
  onmessage: unknown
  close() {}
}
vi.stubGlobal('EventSource', SilentEventSource)
vi.stubGlobal('scrollTo', () => undefined)
// Inputs that grow with their text measure it again when a font arrives; none does here.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
// A test goes on where the one before left off only by mistake: nothing is kept or asked again behind its back.
queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { retry: false, staleTime: 15_000 } })

afterEach(() => {
  cleanup()
  notifications.clean()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  const unexpected = latest.api?.unexpected ?? []
  latest.api = undefined
  expect(unexpected, 'requests without a prepared answer').toEqual([])
})
