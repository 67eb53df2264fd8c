import { expect, it } from 'vitest'
import { sampleText } from './sample-text.ts'

it('a trial says which calls it was made with', () => {
  expect(sampleText({ sample: 'pinned', only: {} })).toBe('Calls kept for trials')
  expect(sampleText({ sample: 'recordings', only: { policies: ['100', '101'], maxCalls: 500 } })).toBe(
    'Recorded calls, policies 100, 101, at most 500',
  )
})
