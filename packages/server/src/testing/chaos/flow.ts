import { Agent, request } from 'node:http'
import type { ChaosPlan } from './plan.ts'

/** A stream of events into the gateway, as a policy system sends them: what is not acknowledged is sent again with the same id. */
export interface Flow {
  sent: Set<string>
  /** The policy system's id of each acknowledged event → the platform's. */
  acknowledged: Map<string, string>
  stop(): Promise<void>
}

const TRIES = 3

export function startFlow(plan: ChaosPlan, rate: number): Flow {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const sent = new Set<string>()
  const acknowledged = new Map<string, string>()
  const running = new Set<Promise<void>>()
  let number = 0

  async function sendOne(): Promise<void> {
    number += 1
    const id = `source-${number}`
    const route = plan.routes[number % plan.routes.length]
    sent.add(id)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const eventId = await post(
        agent,
        plan,
        route?.routeId ?? '',
        JSON.stringify({ id, type: 'policy.issue', data: {} }),
      )
      if (eventId !== undefined) {
        acknowledged.set(id, eventId)
        return
      }
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
    async stop() {
      clearInterval(ticking)
      await Promise.all(running)
      agent.destroy()
    },
  }
}

function post(agent: Agent, plan: ChaosPlan, routeId: string, body: string): Promise<string | undefined> {
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
        answer.on('end', () =>
          resolve(answer.statusCode === 202 ? (JSON.parse(text) as { eventId: string }).eventId : undefined),
        )
        answer.on('error', () => resolve(undefined))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(undefined))
    outgoing.end(body)
  })
}
