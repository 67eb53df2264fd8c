import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { QueueFull } from '../sharing/fair-queue.ts'
import { hashPassword, hashRandomPassword, inPasswordTurn, noteWrongGuess, verifyPassword } from './password.ts'

it('a hash keeps what one guess costs, and never the password', async () => {
  const hash = await hashPassword('long enough it is', 'test')
  expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  expect(await hashPassword('long enough it is', 'test')).not.toBe(hash)
})

it('a password belongs to its hash however its letters were composed, and no other does', async () => {
  const hash = await hashPassword('Zwölf Möwen'.normalize('NFC'), 'test')
  expect(await verifyPassword('Zwölf Möwen'.normalize('NFD'), hash, 'test')).toBe(true)
  expect(await verifyPassword('Zwölf Mowen', hash, 'test')).toBe(false)
})

it('a password that was made at random is cheap to check, and as safe from guesses', async () => {
  const password = randomBytes(15).toString('base64url')
  const hash = await hashRandomPassword(password, 'test')
  expect(hash).toMatch(/^scrypt\$1024\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verifyPassword(password, hash, 'test')).toBe(true)
  expect(await verifyPassword(`${password}x`, hash, 'test')).toBe(false)
})

it('a hash of another cost is still understood, and without one the answer is no', async () => {
  const cheap = 'scrypt$16$8$1$AAAAAAAAAAAAAAAAAAAAAA$'
  expect(await verifyPassword('anything', `${cheap}zj9yVXUZEvbNdw0d002yvemJcMbEW8YpHYhE4ul3-hE`, 'test')).toBe(true)
  expect(await verifyPassword('anything', `${cheap}${'A'.repeat(43)}`, 'test')).toBe(false)
  expect(await verifyPassword('anything', null, 'test')).toBe(false)
})

it('many guesses from one address wait in small numbers, while another address gets its turn', async () => {
  const cheap = `scrypt$16$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const flood = Array.from({ length: 30 }, () =>
    verifyPassword('guess', cheap, '203.0.113.66').catch((error: unknown) => (error as QueueFull).reason),
  )
  const honest = verifyPassword('guess', cheap, '198.51.100.7')
  let floodDone = 0
  for (const one of flood) void one.then((result) => (floodDone += result === false ? 1 : 0))
  expect(await honest).toBe(false)
  expect(floodDone).toBeLessThan(6)
  const results = await Promise.all(flood)
  expect(results.filter((result) => result === 'party')).toHaveLength(12)
})

it('an address that keeps guessing wrong passwords delays only itself: others find a free thread', async () => {
  const cheap = `scrypt$16$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  for (const _ of [1, 2, 3]) await verifyPassword('guess', cheap, '203.0.113.67')
  const held = Promise.withResolvers<void>()
  const storm = Array.from({ length: 6 }, () => inPasswordTurn('203.0.113.67', () => held.promise))
  for (const _ of [1, 2, 3]) expect(await verifyPassword('guess', cheap, '198.51.100.8')).toBe(false)
  held.resolve()
  await Promise.all(storm)
})

it('an address that showed other wrong secrets in place of a password waits with those that guess', async () => {
  for (const _ of [1, 2, 3]) noteWrongGuess('203.0.113.68')
  const held = Promise.withResolvers<void>()
  const storm = Array.from({ length: 6 }, () => inPasswordTurn('203.0.113.68', () => held.promise))
  for (const _ of [1, 2, 3]) expect(await hashPassword('long enough it is', '198.51.100.10')).toContain('scrypt')
  held.resolve()
  await Promise.all(storm)
})

it('somebody whose address knew a password before finds a thread, whatever new addresses guess at the same time', async () => {
  const right = 'scrypt$16$8$1$AAAAAAAAAAAAAAAAAAAAAA$zj9yVXUZEvbNdw0d002yvemJcMbEW8YpHYhE4ul3-hE'
  expect(await verifyPassword('anything', right, '198.51.100.9')).toBe(true)
  const held = Promise.withResolvers<void>()
  const storm = Array.from({ length: 8 }, (_, at) => inPasswordTurn(`203.0.113.${100 + at}`, () => held.promise))
  expect(await verifyPassword('anything', right, '198.51.100.9')).toBe(true)
  held.resolve()
  await Promise.all(storm)
})

it('an address that keeps guessing computes for a third of the time: its next guess waits, its answer does not', async () => {
  for (const _ of [1, 2, 3]) noteWrongGuess('203.0.113.69')
  const turns: { began: number; ended: number }[] = []
  const guess = async () => {
    const turn = { began: performance.now(), ended: 0 }
    turns.push(turn)
    await delay(50)
    turn.ended = performance.now()
  }
  const first = inPasswordTurn('203.0.113.69', guess)
  const second = inPasswordTurn('203.0.113.69', guess)
  await first
  const answered = performance.now()
  await second
  const [one, next] = turns as [(typeof turns)[0], (typeof turns)[0]]
  const took = one.ended - one.began
  // A timer may end a millisecond before its time.
  expect(next.began - one.ended).toBeGreaterThanOrEqual(2 * took - 2)
  expect(next.began - answered).toBeGreaterThan(took)
})
