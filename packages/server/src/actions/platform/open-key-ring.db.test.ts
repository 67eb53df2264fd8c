import { expect, it } from 'vitest'
import { issueKey, readKey } from '../../domain/route/key.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { openKeyRing, rotateSigningKey } from './open-key-ring.ts'

const { platform, clock } = await testPlatform()
const to = { installationId: newId('ins'), releaseId: newId('rel'), epoch: 1 }
const day = 86_400_000

it('two processes that start at once share the first signing key', async () => {
  const rings = await Promise.all([openKeyRing(platform), openKeyRing(platform)])
  expect(new Set(rings.map((ring) => ring.current().id)).size).toBe(1)
  for (const ring of rings) ring.close()
})

it('rotating loses no key: former ones verify until they end, new ones are used once everybody knows them', async () => {
  const ring = await openKeyRing(platform)
  expect(await rotateSigningKey(platform, 30 * day)).toBe(false)
  clock.advance(31 * day)
  const former = issueKey(ring, to, clock.now(), 4200)
  expect(await rotateSigningKey(platform, 30 * day)).toBe(true)
  await ring.refresh()
  expect(issueKey(ring, to, clock.now(), 4200)).toBe(former)
  clock.advance(31_000)
  const next = issueKey(ring, to, clock.now(), 4200)
  expect(next.slice(0, 9)).not.toBe(former.slice(0, 9))
  expect(readKey(ring, former)).toMatchObject(to)
  expect(readKey(ring, next)).toMatchObject(to)
  ring.close()
})
