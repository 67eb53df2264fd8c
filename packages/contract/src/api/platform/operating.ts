import { z } from 'zod'
import { parts } from '../../parts.ts'
import { installationStates } from '../../states/installation.ts'
import { operation } from '../operation/operation.ts'
import { id, organizationRef, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'

const pauseCause = z
  .enum(['failing', 'gone'])
  .describe('`failing`: no attempt succeeded for 72 hours; `gone`: the application answered 410 at some paths')

const pausedRoute = z.object({
  routeId: z.string(),
  installation: z.object({ id, name: z.string(), state: z.enum(installationStates), test: z.boolean() }),
  listing: z.object({ id, name: z.string() }),
  organization: organizationRef,
  cause: pauseCause,
  since: time,
  failingSince: time.nullable(),
  paths: z.array(z.string()).describe('Paths that answered 410'),
  nextProbeAt: time.nullable().describe('When its oldest waiting delivery is tried next; null where none is'),
  waiting: z.number().int().describe('Deliveries that wait, counted up to 100,000'),
})

const role = z.enum(parts)

const engine = z.object({
  engine: z.string(),
  missing: z.array(z.object({ part: z.string(), reason: z.string() })),
  outside: z.boolean().describe('Whether applications reach the outside'),
  egress: z.string().nullable().describe('Why declared egress cannot be enforced there; null where it is'),
  notes: z.array(z.string()),
  problems: z.array(z.string()).describe('Problems that keep applications from working there, a sentence each'),
  refusal: z.string().nullable().describe('Why it runs nothing, if so'),
})

const quarantine = z.object({
  differences: z
    .array(z.enum(['database', 'gateway']))
    .describe('Difference from the recorded identity: `database`: a copy; `gateway`: another address'),
  gatewayUrl: z.string().nullable().describe('The address that this process would register in policy systems'),
  recordedGatewayUrl: z.string().nullable().describe('The address that policy systems were told'),
})

const health = z.object({
  ready: z.boolean().describe('The database answers and every part runs somewhere'),
  database: z.enum(['up', 'down']),
  parts: z.array(z.object({ part: role, state: z.enum(['up', 'down']), processes: z.number().int() })),
  processes: z.array(
    z.object({
      id,
      host: z.string(),
      roles: z.array(role),
      version: z.string(),
      state: z.enum(['up', 'silent']).describe('Silent: it has not told that it lives for half a minute'),
      startedAt: time,
      seenAt: time,
      engine: engine.nullable().describe('Engine of processes that run applications'),
      quarantine: quarantine.nullable().describe('Why it is in quarantine; null where it is not'),
      demo: z.string().nullable(),
    }),
  ),
})

/** What operators look after: the platform as a whole. */
export const operatingOperations = {
  getHealth: operation({
    method: 'GET',
    path: '/health',
    group: 'Operating',
    summary: 'Health of every part of the platform, for operators',
    description: 'A change of it is told on the stream of changes, as an event `health` that carries this answer.',
    answer: { status: 200, schema: health, description: 'Parts and processes' },
    errors: [],
  }),
  confirmTakeover: operation({
    method: 'POST',
    path: '/takeover',
    group: 'Operating',
    summary: 'Confirm that this copy takes over from the original platform, which ends its quarantine, for operators',
    description:
      'From then on it registers its gateway address in every policy system, delivers, mails and runs applications. Make sure before that the original has ended.',
    body: z.strictObject({
      gatewayUrl: z
        .string()
        .max(300)
        .describe('The gateway address of the process in quarantine, as `getHealth` shows it'),
    }),
    answer: {
      status: 200,
      schema: z.object({ gatewayUrl: z.string().nullable() }),
      description: 'The home that was recorded',
    },
    errors: ['takeover_refused'],
    stepUp: 'if-factor',
  }),
  listPausedRoutes: operation({
    method: 'GET',
    path: '/paused-routes',
    group: 'Operating',
    summary: 'Routes whose deliveries are paused, on the whole platform, newest first, for operators',
    description: 'Nothing is lost while a route is paused. What waits is counted here and never shown.',
    query: sortedQuery('since', 'waiting', 'listing', 'organization').extend({
      q: searched,
      cause: pauseCause.optional(),
    }),
    answer: { status: 200, schema: page(pausedRoute), description: 'Paused routes' },
    errors: [],
  }),
}
