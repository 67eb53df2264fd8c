import { describe, expect, it } from 'vitest'
import { filterOfWords, replayOf } from './activity-words.ts'

describe('the address of a list of activity', () => {
  it('is the filter that the list is asked with', () => {
    expect(filterOfWords({ kind: 'rater', locator: '7', request: 'req_1', slow: '500' })).toMatchObject({
      ...{ kind: 'rater', locator: '7', requestId: 'req_1', minDurationMs: '500' },
    })
  })

  it.each([
    [{ kind: 'delivery', outcome: 'failed' }, 'DEAD'],
    [{ kind: 'delivery', outcome: 'failed', locator: '7', q: 'issue', from: '2026-01-01' }, 'DEAD'],
    [{ kind: 'delivery', outcome: 'ok' }, 'DELIVERED'],
    [{ kind: 'delivery' }, undefined],
    [{ outcome: 'failed' }, undefined],
    // A replay cannot be narrowed by these, and must not send more than is shown.
    [{ kind: 'delivery', outcome: 'failed', status: '503' }, undefined],
    [{ kind: 'delivery', outcome: 'failed', slow: '500' }, undefined],
  ])('%j can send again: %s', (words, state) => {
    expect(replayOf(words)).toBe(state)
  })
})
