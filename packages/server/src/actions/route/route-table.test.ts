import { expect, test } from 'vitest'
import type { Route } from '../../domain/route/route.ts'
import { silentLog } from '../../lib/log.ts'
import type { ChangeFeed, ChangeListener } from '../../store/database/change-feed.ts'
import { createRouteTable } from './route-table.ts'

const PAGE = 2

/** Routes in memory behind a table; a read that was held back is answered with what was there when it began. */
async function setUp(...ids: string[]) {
  const stored = new Map(ids.map((id) => [id, 1]))
  const listeners = new Map<string, ChangeListener>()
  const changes = {
    subscribe(topic: string, listener: ChangeListener) {
      listeners.set(topic, listener)
      return () => listeners.delete(topic)
    },
  } as unknown as ChangeFeed
  const reads: string[] = []
  let hold: Promise<void> | undefined
  const routeOf = (id: string) =>
    ({ installationId: id, routeId: `r${id}`, tenant: 'a.example.com', revision: stored.get(id) }) as unknown as Route
  const answer = async (found: string[]) => {
    reads.push(found.join(' '))
    const routes = found.map(routeOf)
    await hold
    return routes
  }
  const table = await createRouteTable(
    {
      after: (last) =>
        answer(
          [...stored.keys()]
            .filter((id) => id > last)
            .sort()
            .slice(0, PAGE),
        ),
      some: (asked) => answer(asked.filter((id) => stored.has(id))),
      ofDeployment: async () => [...stored.keys()],
      ofRelease: async () => [],
      ofTenant: async () => [],
    },
    changes,
    silentLog,
  )
  reads.length = 0
  /** Holds reads back until the function is called. */
  const holdBack = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    return () => {
      hold = undefined
      resolve()
    }
  }
  const tell = (topic: string, id: string) => listeners.get(topic)?.changed(id)
  const reset = () => listeners.get('installation')?.reset?.()
  return { table, stored, reads, holdBack, tell, reset }
}

const many = Array.from({ length: 500 }, (_, index) => String(index).padStart(4, '0'))

test('a route that a request waits for is read before the others that must be read again', async () => {
  const { table, reads, holdBack, tell } = await setUp(...many)
  const goOn = holdBack()
  tell('deployment', 'dep_1')
  await expect.poll(() => reads.length).toBe(1)
  const changed = tell('installation', '0499')
  expect(table.renewing('r0499')).toBeInstanceOf(Promise)
  goOn()
  await changed
  expect(reads[1]).toBe('0499')
  expect(table.renewing('r0499')).toBeUndefined()
  await expect.poll(() => reads.length).toBe(4)
  table.close()
})

test('requests that wait do not keep the others from being read again', async () => {
  const { table, reads, holdBack, tell } = await setUp(...many)
  const goOn = holdBack()
  tell('deployment', 'dep_1')
  await expect.poll(() => reads.length).toBe(1)
  let rounds = 0
  table.onChange((id) => {
    if (id === '0499' && rounds < 3) void tell('installation', '0499')
    if (id === '0499') rounds += 1
  })
  void tell('installation', '0499')
  goOn()
  await expect.poll(() => reads.map((read) => read.split(' ').length).slice(0, 4)).toEqual([200, 1, 200, 1])
  table.close()
})

test('while everything is read, a route that a request waits for is read after the page in progress, and stays where it is new', async () => {
  const { table, stored, reads, holdBack, tell, reset } = await setUp('a', 'b', 'c', 'd', 'e')
  const goOn = holdBack()
  reset()
  await expect.poll(() => reads.length).toBe(1)
  stored.set('aa', 1)
  stored.set('e', 2)
  const changed = [tell('installation', 'aa'), tell('installation', 'e')]
  goOn()
  await Promise.all(changed)
  expect(reads.slice(0, 2)).toEqual(['a b', 'aa e'])
  await expect.poll(() => reads.at(-1)).toBe('')
  stored.delete('d')
  await tell('installation', 'd')
  expect([...table.all()].map(({ installationId }) => installationId).sort()).toEqual(['a', 'aa', 'b', 'c', 'e'])
  expect(table.byInstallation('e')).toMatchObject({ revision: 2 })
  table.close()
})
