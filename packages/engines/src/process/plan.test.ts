import { expect, it } from 'vitest'
import { entering, planProcess } from './plan.ts'

const tools = { unshare: '/usr/bin/unshare', mount: '/usr/bin/mount' }
const planned = (uid: number) => planProcess({ user: { uid, gid: uid }, folder: '/f', tools, command: 'node app' })

it('a program of an ordinary user is that user again once its network is there', () => {
  const words = planned(1000)
  expect(words.slice(0, 6)).toEqual(['/usr/bin/unshare', '--user', '--map-root-user', '--net', '--mount', '--'])
  const own = ['/usr/bin/unshare', '--user', '--map-user=1000', '--map-group=1000', '--', 'sh', '-c', 'node app']
  expect(words.slice(-own.length)).toEqual(own)
})

it('root needs no other users for it', () => {
  const words = planned(0)
  expect(words.slice(0, 4)).toEqual(['/usr/bin/unshare', '--net', '--mount', '--'])
  expect(words.slice(-5)).toEqual(['/f', '/usr/bin/mount', 'sh', '-c', 'node app'])
})

it('the guard enters the network, and as an ordinary user also the users', () => {
  expect(entering(7, true)).toEqual(['--net=/proc/7/ns/net'])
  expect(entering(7, false)).toContain('--user=/proc/7/ns/user')
})
