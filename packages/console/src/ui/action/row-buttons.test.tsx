import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MoreButton } from '../list/more-button.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { ReasonButton } from './reason-button.tsx'

const nothing = async () => undefined

/** What a screen reader calls the button: its label for it, else its text. */
function nameOf(button: ReactNode): string | undefined {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>{button}</MantineProvider>
    </QueryClientProvider>,
  )
  const [, attributes = '', content = ''] = /<button([^>]*)>(.*?)<\/button>/.exec(markup) ?? []
  return /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content.replace(/<[^>]*>/g, '')
}

describe('a button that stands in every row of a list', () => {
  it('names its row for screen readers, beginning with what is written on the button', () => {
    const remove = <ConfirmButton label="Remove" of="ada@example.com" text="" act={nothing} />
    const suspend = <ReasonButton label="Suspend" of="Notifier" text="" act={nothing} />
    expect(nameOf(remove)).toBe('Remove: ada@example.com')
    expect(nameOf(suspend)).toBe('Suspend: Notifier')
  })

  it('is called what is written on it where it is the only one', () => {
    expect(nameOf(<ConfirmButton label="Delete" text="" act={nothing} />)).toBe('Delete')
    expect(nameOf(<ReasonButton label="Suspend" text="" act={nothing} />)).toBe('Suspend')
  })
})

it('says which list the button for more of it belongs to', () => {
  const more = { show: () => undefined, busy: false }
  expect(nameOf(<MoreButton more={more} of="Members" />)).toBe('Show more: Members')
  expect(nameOf(<MoreButton more={more} />)).toBe('Show more')
})
