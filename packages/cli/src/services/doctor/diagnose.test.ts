import { describe, expect, it } from 'vitest'
import { diagnose, type Facts } from './diagnose.ts'

const healthy: Facts = {
  node: 'v24.1.0',
  system: { platform: 'linux', arch: 'x64' },
  buildTool: 'docker',
  url: 'https://market.example',
  platform: { answered: true, ready: true, tookMs: 12, clockSkewMs: 400 },
  access: { organization: 'acme', by: 'key cli_1' },
  app: { name: 'acme/rater', language: 'node', problems: 0, missing: [] },
}
const notOk = (facts: Partial<Facts>) =>
  diagnose({ ...healthy, ...facts })
    .filter(({ result }) => result !== 'ok')
    .map(({ check, result, detail }) => `${result}: ${check}: ${detail}`)

describe('mkt doctor', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(notOk({})).toEqual([])
    expect(diagnose(healthy).map(({ check }) => check)).toEqual([
      'Node',
      'system',
      'Dockerfile',
      'platform',
      'clock',
      'key',
      'app',
    ])
  })

  it.each<[string, Partial<Facts>, string]>([
    ['an old Node', { node: 'v20.19.0' }, 'wrong: Node: v20.19.0 is too old'],
    ['Windows itself', { system: { platform: 'win32', arch: 'x64' } }, 'wrong: system: win32 x64'],
    ['a Mac', { system: { platform: 'darwin', arch: 'arm64' } }, 'note: system: darwin arm64'],
    ['no builder', { buildTool: undefined }, 'note: Dockerfile: nothing here builds one'],
    ['no answer', { platform: { problem: 'connection refused' } }, 'wrong: platform: connection refused'],
    [
      'a clock that is behind',
      { platform: { answered: true, ready: true, tookMs: 1, clockSkewMs: -90_000 } },
      "wrong: clock: 90 s behind the platform's",
    ],
    ['no key', { access: { problem: 'not logged in', fix: 'Run "mkt login".' } }, 'wrong: key: not logged in'],
    [
      'a key of others',
      { access: { organization: 'zenith', by: 'key cli_2' } },
      'wrong: app: acme/rater belongs to acme, and the key to zenith',
    ],
  ])('names %s', (_what, facts, line) => {
    expect(notOk(facts)).toEqual([line])
  })

  it('says what to do about everything that is wrong', () => {
    const all = diagnose({
      ...healthy,
      node: 'v18.0.0',
      platform: { problem: 'x' },
      access: { problem: 'y', fix: 'z' },
    })
    expect(all.filter(({ result, fix }) => result === 'wrong' && fix === null)).toEqual([])
  })
})
