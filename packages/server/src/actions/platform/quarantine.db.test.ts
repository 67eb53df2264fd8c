import { expect, it } from 'vitest'
import { databaseIdentity, recordedHome, replaceHome } from '../../store/platform/homes.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { openQuarantine } from './quarantine.ts'

const { platform } = await testPlatform()
const { db } = platform
const loopback = 'http://127.0.0.1:7071'
const publicHome = { database: await databaseIdentity(db), gatewayUrl: 'https://gateway.example.com', laptop: false }

it('a laptop start of a copied production database is in quarantine and leaves the recorded home alone', async () => {
  await replaceHome(db, publicHome)
  const quarantine = await openQuarantine(platform, { gatewayUrl: loopback, laptop: true })
  expect(quarantine.report).toMatchObject({ differences: ['gateway'], recordedGatewayUrl: publicHome.gatewayUrl })
  await quarantine.look()
  expect(await recordedHome(db)).toEqual(publicHome)
  await quarantine.close()
})

it('after the quarantine every part starts, although the start of one fails at first', async () => {
  await replaceHome(db, publicHome)
  const quarantine = await openQuarantine(platform, { gatewayUrl: loopback, laptop: false })
  const started: string[] = []
  const part = { stop: async () => {} }
  let broken = true
  await quarantine.begin(() => {
    if (broken) throw new Error('not yet')
    started.push('first')
    return part
  })
  await quarantine.begin(() => {
    started.push('second')
    return part
  })
  await quarantine.look()
  expect(started).toEqual([])
  await replaceHome(db, { ...publicHome, gatewayUrl: loopback })
  await quarantine.look()
  expect(started).toEqual(['second'])
  broken = false
  await quarantine.look()
  expect(started).toEqual(['second', 'first'])
  await quarantine.close()
})

it('a laptop may change its address', async () => {
  await replaceHome(db, { ...publicHome, gatewayUrl: 'http://192.168.1.5:7071', laptop: true })
  const gatewayUrl = 'http://192.168.1.7:7071'
  const quarantine = await openQuarantine(platform, { gatewayUrl, laptop: true })
  expect(quarantine.active).toBe(false)
  expect(await recordedHome(db)).toMatchObject({ gatewayUrl, laptop: true })
  await quarantine.close()
})
