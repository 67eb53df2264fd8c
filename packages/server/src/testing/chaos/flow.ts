import { Agent, request } from 'node:http'
import type { ChaosPlan } from './plan.ts'

/** A stream of events into the gateway, as a policy system sends them: what is not acknowledged is sent again with the same id. */
export interface Flow {
  sent: Set<string>
  /** The policy system's id of each acknowledged event → the platform's. */
  acknowledged: Map<string, string>
  /** How many answers so far said that the event could not be kept now. */
  refused(): number
  stop(): Promise<void>
}

const TRIES = 3

export function startFlow(plan: ChaosPlan, rate: number): Flow {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const sent = new Set<string>()
  const acknowledged = new Map<string, string>()
  const running = new Set<Promise<void>>()
  let number = 0
  let refused = 0

  async function sendOne(): Promise<void> {
    number += 1
    const id = `source-${number}`
    const route = plan.routes[number % plan.routes.length]
    sent.add(id)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const body = JSON.stringify({ id, type: 'policy.issue', data: {} })
      const { status, eventId } = await post(agent, plan, route?.routeId ?? '', body)
      if (eventId !== undefined) {
        acknowledged.set(id, eventId)
        return
      }
      if (status === 503) refused += 1
    }
  }

  const ticking = setInterval(() => {
    for (let index = 0; index < Math.max(1, rate / 20) && running.size < 500; index += 1) {
      const one = sendOne().finally(() => running.delete(one))
      running.add(one)
    }
  }, 50)

  return {
    sent,
    acknowledged,
    refused: () => refused,
    async stop() {
      clearInterval(ticking)
      await Promise.all(running)
      agent.destroy()
    },
  }
}

interface Answer {
  /** 0 where there was none. */
  status: number
  /** Only of an acknowledgement. */
  eventId: string | undefined
}

const NONE: Answer = { status: 0, eventId: undefined }

function post(agent: Agent, plan: ChaosPlan, routeId: string, body: string): Promise<Answer> {
  return new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port: plan.gatewayPort,
        method: 'POST',
        path: `/${routeId}/hooks`,
        headers: {
          'x-mkt-caller': plan.callerSecret,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
        timeout: 20_000,
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => {
          const { statusCode: status = 0 } = answer
          resolve({ status, eventId: status === 202 ? (JSON.parse(text) as { eventId: string }).eventId : undefined })
        })
        answer.on('error', () => resolve(NONE))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(NONE))
    outgoing.end(body)
  })
}
