import { emptyConfiguration, type Manifest, type Setting } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { decideFollow } from './following.ts'

function release(version: string, ...fields: Setting[]) {
  const manifest: Manifest = { name: 'acme/app', version, app: { fields } }
  return { id: `rel_${version}`, version, manifest }
}

const required: Setting = { name: 'new', title: 'New', type: 'Text', required: true }
const optional: Setting = { ...required, required: false }

function decide(
  candidate: ReturnType<typeof release> | undefined,
  more: { test?: boolean; pinned?: boolean; settings?: Record<string, string> } = {},
) {
  const decision = decideFollow({
    test: more.test ?? false,
    pinned: more.pinned ?? false,
    present: release('1.2.0'),
    candidate,
    stored: { ...emptyConfiguration, settings: more.settings ?? {} },
    variant: 'connected',
  })
  return decision.kind === 'offer' ? decision.reason : decision.kind
}

describe('a customer', () => {
  it('takes minor and patch releases by itself, newer or older', () => {
    for (const version of ['1.3.0', '1.2.1', '1.1.0']) expect(decide(release(version))).toBe('take')
  })

  it('is asked about another major, more demands, and what needs configuration', () => {
    expect(decide(release('2.0.0'))).toBe('major')
    expect(decide(release('1.3.0', optional))).toBe('asks_more')
    expect(decide(release('1.3.0', required))).toBe('needs_configuration')
  })

  it('stays when pinned, when nothing is promoted, and on its test release', () => {
    expect(decide(release('1.3.0'), { pinned: true })).toBe('stay')
    expect(decide(undefined)).toBe('stay')
    expect(decide(release('1.2.0'))).toBe('stay')
  })
})

describe('the publisher', () => {
  it('takes every release at once, unless it needs configuration or is pinned', () => {
    expect(decide(release('2.0.0'), { test: true })).toBe('take')
    expect(decide(release('1.3.0', optional), { test: true })).toBe('take')
    expect(decide(release('1.3.0', required), { test: true })).toBe('needs_configuration')
    expect(decide(release('1.3.0', required), { test: true, settings: { new: 'x' } })).toBe('take')
    expect(decide(release('2.0.0'), { test: true, pinned: true })).toBe('stay')
  })
})
