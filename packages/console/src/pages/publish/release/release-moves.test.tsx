import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Release } from '../../../queries/releases.ts'
import { publish } from '../../../texts/publish.ts'
import { ReleaseMoves, RollbackBadge } from './release-moves.tsx'

const texts = publish.releases
const superseded = { id: 'rel_1', version: '1.0.0', state: 'SUPERSEDED', approved: false, rollback: null }
const returning = (state: 'PENDING' | 'FAILED') => ({ ...superseded, rollback: { state, askedAt: '', reason: null } })

function shown(release: object): { moves: string; badge: string } {
  const render = (Part: typeof ReleaseMoves | typeof RollbackBadge) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>
          <Part release={release as Release} />
        </MantineProvider>
      </QueryClientProvider>,
    )
  return { moves: render(ReleaseMoves), badge: render(RollbackBadge) }
}

it('a release that is being returned to says so and cannot be asked for twice', () => {
  const { moves, badge } = shown(returning('PENDING'))
  expect(badge).toContain(texts.rollbackPending)
  expect(moves).not.toContain(texts.rollback)
})

it('a return that failed says so and can be asked for again', () => {
  const { moves, badge } = shown(returning('FAILED'))
  expect(badge).toContain(texts.rollbackFailed)
  expect(moves).toContain(texts.rollback)
})

it('a release that nobody returns to has the button and no mark', () => {
  const { moves, badge } = shown(superseded)
  expect(badge).not.toContain(texts.rollbackPending)
  expect(moves).toContain(texts.rollback)
})
