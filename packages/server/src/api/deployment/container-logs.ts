import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import {
  type ContainerLine,
  type LineFilter,
  latestLines,
  linesAfter,
  listLines,
} from '../../store/deployment/container-logs.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { timesOf } from '../http/times.ts'
import { listingSubject } from '../listing/listings.ts'
import { deploymentSubject } from './deployments.ts'

const LOOK_MS = 500
const BATCH = 500
/** Proxies close a connection on which nothing moves. */
const HEARTBEAT_MS = 15_000

function lineAnswer(line: ContainerLine) {
  return {
    id: line.id,
    at: line.at.toISOString(),
    stream: line.stream,
    text: line.text,
    instanceId: line.instanceId,
    deploymentId: line.deploymentId,
    release: { id: line.releaseId, version: line.version },
  }
}

interface LineQuery {
  limit: number
  cursor?: string | undefined
  sort?: string | undefined
  q?: string | undefined
  stream?: LineFilter['stream']
  instanceId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

async function lines(platform: Platform, place: LineFilter, query: LineQuery) {
  const page = pageOf(query)
  const filter: LineFilter = {
    ...place,
    q: query.q,
    stream: query.stream,
    instanceId: query.instanceId,
    ...timesOf(query),
  }
  return toPage(await listLines(platform.db, filter, page), page, (row) => row.id, lineAnswer)
}

/** Server-sent events forever: some lines from before, then every line as it comes in. */
async function* follow(platform: Platform, filter: LineFilter, start: Start, signal: AbortSignal) {
  let last = start.after
  if (last === null) {
    const before = start.tail === 0 ? [] : (await latestLines(platform.db, filter, start.tail)).reverse()
    for (const line of before) yield eventOf(line)
    last = before.at(-1)?.id ?? (await newestId(platform, filter))
  }
  yield ': following\n\n'
  const now = () => platform.clock.now().getTime()
  let spokeAt = now()
  while (!signal.aborted) {
    const rows = await linesAfter(platform.db, filter, BATCH, last)
    for (const line of rows) yield eventOf(line)
    last = rows.at(-1)?.id ?? last
    if (rows.length > 0) spokeAt = now()
    else if (now() - spokeAt > HEARTBEAT_MS) {
      yield ': still here\n\n'
      spokeAt = now()
    }
    if (rows.length < BATCH) await pause(LOOK_MS, undefined, { signal }).catch(() => {})
  }
}

interface Start {
  tail: number
  after: string | null
}

async function newestId(platform: Platform, { q: _words, stream: _stream, ...place }: LineFilter): Promise<string> {
  return (await latestLines(platform.db, place, 1))[0]?.id ?? '0'
}

function eventOf(line: ContainerLine): string {
  return `id: ${line.id}\ndata: ${JSON.stringify(lineAnswer(line))}\n\n`
}

function eventStream(
  platform: Platform,
  place: LineFilter,
  told: {
    query: { tail: number } & Pick<LineFilter, 'q' | 'stream' | 'instanceId'>
    headers: Readonly<Record<string, unknown>>
    signal: AbortSignal
  },
): RawAnswer {
  const { tail, q, stream, instanceId } = told.query
  const given = told.headers['last-event-id']
  const after = typeof given === 'string' && /^\d{1,18}$/.test(given) ? given : null
  const events = follow(platform, { ...place, q, stream, instanceId }, { tail, after }, told.signal)
  return new RawAnswer('text/event-stream', Readable.from(events, { objectMode: false }))
}

export function containerLogRoutes(platform: Platform): Route[] {
  const ofListing = ({ params }: { params: { id: string } }) => listingSubject(platform, params.id)
  const ofDeployment = ({ params }: { params: { id: string } }) => deploymentSubject(platform, params.id)
  return [
    route('listDeploymentLogs', {
      subject: ofDeployment,
      handle: ({ params, query }) => lines(platform, { deploymentId: params.id }, query),
    }),
    route('listListingLogs', {
      subject: ofListing,
      handle: ({ params, query }) => lines(platform, { listingId: params.id }, query),
    }),
    route('followDeploymentLogs', {
      subject: ofDeployment,
      handle: (told) => eventStream(platform, { deploymentId: told.params.id }, told),
    }),
    route('followListingLogs', {
      subject: ofListing,
      handle: (told) => eventStream(platform, { listingId: told.params.id }, told),
    }),
  ]
}
