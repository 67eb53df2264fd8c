import { Failure } from '@mkt/contract/errors'
import { type ReleaseMove, type ReleaseState, releaseMachine, releaseStates as states } from '@mkt/contract/states'
import { describe, expect, it } from 'vitest'
import { hasBeenLive, isAskedLater, moveRelease, refuseVersion, rollbackOf } from './release.ts'

const moves = Object.keys(releaseMachine.moves) as ReleaseMove[]

const allowed: Record<string, ReleaseState> = {
  'UPLOADED accept': 'CHECKED',
  'UPLOADED reject': 'REJECTED',
  'CHECKED go-live': 'LIVE',
  'CHECKED fail': 'FAILED',
  'LIVE supersede': 'SUPERSEDED',
  'SUPERSEDED roll-back': 'LIVE',
  'LIVE withdraw': 'WITHDRAWN',
  'SUPERSEDED withdraw': 'WITHDRAWN',
  'FAILED withdraw': 'WITHDRAWN',
}

describe('every state and move of a release', () => {
  it.each(states.flatMap((state) => moves.map((move) => [state, move] as const)))('%s, %s', (state, move) => {
    const to = allowed[`${state} ${move}`]
    if (to) expect(moveRelease('1.0.0', state, move)).toBe(to)
    else expect(() => moveRelease('1.0.0', state, move)).toThrow(Failure)
  })

  it('only what is LIVE or was LIVE has been live', () => {
    expect(states.filter(hasBeenLive)).toEqual(['LIVE', 'SUPERSEDED'])
  })
})

describe('a rollback', () => {
  const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')]

  it('is pending until its release is LIVE or it failed, and nothing of it is left then but the moment', () => {
    const asked = { rollbackAt: early, rollbackState: 'PENDING', rollbackFailure: null } as const
    expect(rollbackOf(asked)).toEqual({ state: 'PENDING', askedAt: early, reason: null })
    const failed = { ...asked, rollbackState: 'FAILED', rollbackFailure: 'It ended.' } as const
    expect(rollbackOf(failed)).toEqual({ state: 'FAILED', askedAt: early, reason: 'It ended.' })
    expect(rollbackOf({ ...asked, rollbackState: null })).toBeNull()
  })

  it('is asked for when it is asked for, a release when it is deployed; at the same moment the later release counts', () => {
    const first = { id: 'rel_1', createdAt: early, rollbackAt: null }
    const second = { id: 'rel_2', createdAt: late, rollbackAt: null }
    expect([isAskedLater(second, first), isAskedLater(first, second)]).toEqual([true, false])
    expect(isAskedLater({ ...first, rollbackAt: new Date(late.getTime() + 1) }, second)).toBe(true)
    expect(isAskedLater({ ...first, createdAt: late }, second)).toBe(false)
  })
})

describe('a version', () => {
  const refusal = (version: string, existing: string[]) => {
    try {
      refuseVersion('acme/rater', version, existing)
      return undefined
    } catch (error) {
      const { code, extra } = error as Failure
      return { code, ...extra }
    }
  }

  it('is free when its major has none, however high the others are', () => {
    expect(refusal('1.0.0', [])).toBeUndefined()
    expect(refusal('1.0.0', ['2.5.0', '0.9.9'])).toBeUndefined()
  })

  it('compares as numbers, not as text', () => {
    expect(refusal('1.10.0', ['1.9.0'])).toBeUndefined()
    expect(refusal('1.9.0', ['1.10.0'])).toEqual({ code: 'version_not_newer', existing: ['1.10.0'], next: '1.11.0' })
  })

  it('is never used twice, and the refusal names what exists and what would be next', () => {
    expect(refusal('1.0.0', ['1.0.0', '2.0.0', '1.3.4'])).toEqual({
      code: 'version_taken',
      existing: ['2.0.0', '1.3.4', '1.0.0'],
      next: '1.4.0',
    })
  })
})
