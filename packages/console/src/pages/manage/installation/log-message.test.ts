import { describe, expect, it } from 'vitest'
import { logMessage } from './log-message.ts'

describe('what an entry of the log says', () => {
  it('tells a state in words, and the reason as it was given', () => {
    expect(logMessage({ message: 'The installation is RUNNING.', details: { state: 'RUNNING' } })).toBe(
      'The installation is running.',
    )
    const failed = { message: 'The installation is ERROR: the hook said "is ERROR".', details: { state: 'ERROR' } }
    expect(logMessage(failed)).toBe('The installation is in error: the hook said "is ERROR".')
  })

  it('leaves alone what tells of no state', () => {
    const message = 'Launched acme/loud on the tenant that is RUNNING.'
    expect(logMessage({ message, details: {} })).toBe(message)
    expect(logMessage({ message, details: { state: 'ELSEWHERE' } })).toBe(message)
  })
})
