import { expect, it } from 'vitest'
import { tooWeak } from './attacks/attack.ts'
import { judgeSiege } from './judge-siege.ts'

const measured = (name: string, p99: number, failed = 0) => ({ name, calls: 100, failed, p50: 1, p99 })

it('an honest call may take three times as long under siege, or as long as nobody notices', () => {
  const quiet = [measured('price', 30), measured('state', 5), measured('sign in', 400)]
  const siege = [measured('price', 91), measured('state', 50), measured('sign in', 1200)]
  const { rows, problems } = judgeSiege(quiet, siege)
  expect(problems).toEqual(['price: p99 of 91 ms, at most 90'])
  expect(rows.map(({ ratio }) => ratio)).toEqual([91 / 30, 10, 3])
})

it('an honest call that fails, or that nobody made, is a problem', () => {
  const { problems } = judgeSiege(
    [measured('a', 5), measured('b', 5)],
    [measured('a', 5, 2), { ...measured('b', 0), calls: 0 }],
  )
  expect(problems).toEqual(['a: 2 of 100 calls failed', 'b: no call'])
})

it('an attack that did too little proves nothing', () => {
  const attacks = {
    storm: { least: { perSecond: 5 }, done: { 401: 40, 429: 60 } },
    flood: { least: { perSecond: 5 }, done: { 401: 99 } },
    hoard: { least: { once: 300 }, done: { opened: 300 } },
  }
  expect(tooWeak(attacks, 20)).toEqual(['flood: 99 in 20 s, which is no attack; at least 100'])
})
