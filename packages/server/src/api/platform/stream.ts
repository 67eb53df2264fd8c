import { PassThrough } from 'node:stream'
import { access, type OperationId } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { identifyCaller } from '../../actions/accounts/identify-caller.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { decideAccess, unowned } from '../../domain/accounts/access.ts'
import { type Caller, organizationsOf } from '../../domain/accounts/caller.ts'
import {
  changeOwner,
  installationOwners,
  installationsServed,
  type OwnedTopic,
  ownedTopics,
} from '../../store/platform/change-owners.ts'
import { credentialsOf } from '../http/credentials.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { createHealthWatch } from './health-watch.ts'

const HEARTBEAT_MS = 15_000
const HEALTH_MS = 2_000
/** A reader that does not keep up is let go; it connects again and reads everything anew. */
const MOST_WAITING_BYTES = 256 * 1024

/** Whoever may read a thing by this operation hears of its changes. */
const readBy: Record<OwnedTopic, OperationId> = {
  listing: 'getListing',
  release: 'getRelease',
  review: 'getReview',
  deployment: 'getDeployment',
  figure: 'listFigures',
  installation: 'getInstallation',
  delivery: 'listDeliveries',
  call: 'listCalls',
  'route-health': 'getDeliverySummary',
  audit: 'listAudit',
  member: 'listMembers',
  tenant: 'getTenant',
}

/** What is counted and written down every few seconds, for many installations at once. */
const countedBy = { ledger: 'listLedger', traffic: 'getTraffic' } as const satisfies Record<string, OperationId>
type CountedTopic = keyof typeof countedBy
const countedTopics = Object.keys(countedBy) as CountedTopic[]

interface Follower {
  caller: Caller
  topics: ReadonlySet<string>
  send(event: string, data: object): void
}

/** Passes changes on to the people who may see them: one look at the owner for each change, however many follow. */
export function streamRoutes(platform: Platform, heartbeatMs = HEARTBEAT_MS, healthMs = HEALTH_MS): Route[] {
  const followers = new Set<Follower>()
  const caring = () =>
    [...followers].filter(
      ({ topics, caller }) => topics.has('health') && decideAccess(access.getHealth, caller, unowned) === 'allowed',
    )
  const healthWatch = createHealthWatch(platform, healthMs, (health) => {
    for (const one of caring()) one.send('health', health)
  })
  const watchHealth = () => healthWatch.listen(caring().length > 0)
  async function pass(topic: OwnedTopic, id: string): Promise<void> {
    const interested = [...followers].filter((one) => one.topics.has(topic))
    if (interested.length === 0) return
    const owner = await changeOwner(platform.db, topic, id).catch(() => undefined)
    if (owner === undefined) return
    for (const one of interested)
      if (decideAccess(access[readBy[topic]], one.caller, owner) === 'allowed') one.send('change', { topic, id })
    if (topic === 'deployment') await passToCustomers(id)
  }
  /** How a deployment fares is the health of the installations it serves: those who have them hear of theirs. */
  async function passToCustomers(deploymentId: string): Promise<void> {
    const interested = [...followers].filter((one) => one.topics.has('installation'))
    const organizations = new Set(interested.flatMap(({ caller }) => organizationsOf(caller)))
    const served = await installationsServed(platform.db, deploymentId, [...organizations]).catch(() => [])
    for (const { id, ...owner } of served)
      for (const one of interested)
        if (decideAccess(access.getInstallation, one.caller, owner) === 'allowed')
          one.send('change', { topic: 'installation', id })
  }
  /**
   * One change tells of all installations of which something was written down together. An organization hears of its own;
   * whoever may see all of them would hear of every application that does anything, all the time.
   */
  async function passMany(topic: CountedTopic, ids: string): Promise<void> {
    const interested = [...followers].filter((one) => one.topics.has(topic))
    const organizations = new Set(interested.flatMap(({ caller }) => organizationsOf(caller)))
    const counted = await installationOwners(platform.db, ids.split(','), [...organizations]).catch(() => [])
    for (const { id, ...owner } of counted)
      for (const one of interested)
        if (
          organizationsOf(one.caller).includes(owner.organizationId) &&
          decideAccess(access[countedBy[topic]], one.caller, owner) === 'allowed'
        )
          one.send('change', { topic, id })
  }
  function passNotification(personId: string): void {
    for (const { caller, topics, send } of followers)
      if (topics.has('notification') && caller.kind === 'person' && caller.personId === personId)
        send('change', { topic: 'notification', id: personId })
  }
  /** What concerns no organization, such as accounts and sign-ins, is for those who see everything. */
  function passPlatform(id: string): void {
    for (const { caller, topics, send } of followers)
      if (topics.has('platform') && decideAccess(access.listAllAudit, caller, unowned) === 'allowed')
        send('change', { topic: 'platform', id })
  }
  const reset = () => {
    for (const one of followers) one.send('reset', {})
  }
  for (const topic of ownedTopics) platform.changes.subscribe(topic, { changed: (id) => void pass(topic, id), reset })
  for (const topic of countedTopics)
    platform.changes.subscribe(topic, { changed: (ids) => void passMany(topic, ids), reset: () => {} })
  platform.changes.subscribe('notification', { changed: passNotification, reset: () => {} })
  platform.changes.subscribe('platform', { changed: passPlatform, reset: () => {} })
  return [
    route('streamChanges', {
      subject: () => unowned,
      handle({ caller, query, headers, signal, setHeader }) {
        const asked = query.topics?.split(',').map((topic) => topic.trim())
        const stream = new PassThrough()
        const follower: Follower = {
          caller,
          topics: new Set(asked ?? [...ownedTopics, ...countedTopics, 'notification', 'platform', 'health']),
          send(event, data) {
            if (stream.writableLength > MOST_WAITING_BYTES) stream.destroy()
            else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
          },
        }
        // Sessions end, keys are revoked and roles change while somebody listens.
        let looking = false
        async function lookAgain(): Promise<void> {
          // While the database is slow, one question about each who follows is enough.
          if (looking) return
          looking = true
          const credentials = credentialsOf(headers as { authorization?: string; cookie?: string })
          const present = await identifyCaller(platform, credentials, { extend: false }).catch((error: unknown) =>
            error instanceof Failure ? undefined : follower.caller,
          )
          if (present === undefined || present.kind === 'nobody') end()
          else follower.caller = present
          looking = false
        }
        const heartbeat = setInterval(() => {
          stream.write(': still here\n\n')
          void lookAgain()
        }, heartbeatMs)
        const end = () => {
          clearInterval(heartbeat)
          followers.delete(follower)
          watchHealth()
          stream.end()
        }
        signal.addEventListener('abort', end, { once: true })
        stream.once('close', end)
        followers.add(follower)
        watchHealth()
        stream.write('retry: 2000\n\n')
        setHeader('x-accel-buffering', 'no')
        return new RawAnswer('text/event-stream', stream)
      },
    }),
  ]
}
