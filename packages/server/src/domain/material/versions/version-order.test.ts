import { describe, expect, it } from 'vitest'
import { versionOrder } from './version-order.ts'

/** Each list is in ascending order; versions in one inner list are equal. */
const ascending: Record<string, (string | string[])[]> = {
  // As `dpkg --compare-versions` orders them.
  'Debian:12': [
    '0.9~~',
    '0.9~rc1',
    '0.9',
    '0.9-1',
    '0.9-1+b1',
    '0.9-1.1',
    '0.9a',
    '0.9+x',
    '0.10',
    ['1.0', '0:1.0'],
    '1.0+dfsg-1',
    '1.2.3-1~deb12u1',
    '1.2.3-1',
    '1.2.3-1+deb12u1',
    '1:0.1',
  ],
  'Alpine:v3.18': [
    '1.1.1_alpha2',
    '1.1.1_rc1',
    '1.1.1',
    '1.1.1_p1',
    '1.1.1a',
    '1.1.1b',
    '1.1.1b-r1',
    '1.1.1b-r10',
    '1.1.2',
    '1.2',
    '1.2.4-r2',
    '1.10',
    '2',
  ],
  npm: [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    ['1.0.0', '1.0.0+build', 'v1.0.0'],
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ],
  Go: [
    'v0.0.0-20200101000000-abcdef',
    'v0.1.0',
    'v0.7.0',
    'v1.0.0-pre.0.20200101000000-abcdef',
    'v1.0.0',
    ['1.21', '1.21.0'],
    'v1.21.3',
    'v2.0.0+incompatible',
  ],
  PyPI: [
    '1.0.dev1',
    '1.0a1.dev1',
    ['1.0a1', '1.0.alpha1'],
    '1.0a2',
    '1.0b1',
    ['1.0rc1', '1.0c1'],
    ['1.0', '1.0.0', 'v1.0'],
    '1.0+local.1',
    ['1.0.post1', '1.0-1'],
    '1.1.dev1',
    '1.1',
    '1.10',
    '1!0.1',
  ],
  Maven: [
    '1.0-alpha-1',
    ['1.0-alpha-2', '1.0a2'],
    '1.0-beta-1',
    '1.0-milestone-1',
    ['1.0-rc1', '1.0-cr1'],
    '1.0-SNAPSHOT',
    ['1', '1.0', '1.0.0', '1.0-final', '1.0.ga'],
    '1.0-sp',
    '1.0-x',
    '1.0-1',
    '1.0.1',
    '1.2',
    '1.10',
    '2.14.1',
    '2.15.0',
    '31.0-jre',
  ],
}

describe('versions have the order of their ecosystem', () => {
  for (const [ecosystem, list] of Object.entries(ascending)) {
    it(ecosystem, () => {
      const compare = versionOrder(ecosystem)
      const flat = list.flatMap((entry, rank) => [entry].flat().map((version) => ({ version, rank })))
      const wrong = flat.flatMap((a) =>
        flat
          .filter((b) => Math.sign(compare?.(a.version, b.version) ?? Number.NaN) !== Math.sign(a.rank - b.rank))
          .map((b) => `${a.version} ? ${b.version}`),
      )
      expect(wrong).toEqual([])
    })
  }

  it('an ecosystem without a known order has none', () => {
    expect(versionOrder('crates.io')).toBeUndefined()
  })
})
