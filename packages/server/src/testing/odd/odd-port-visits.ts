import { expect } from 'vitest'
import { connectMachine } from '../gateway/tunnel-machine.ts'
import { eventually } from '../run/eventually.ts'
import type { Answered, OddWorld } from './odd-world.ts'

/** As much of the text as an address or a header has room for. */
const inAddress = (text: string) => encodeURIComponent(text.slice(0, 500).toWellFormed())

const json = { 'content-type': 'application/json' }

async function ask(method: string, url: string, more: RequestInit = {}): Promise<Answered> {
  const answer = await fetch(url, { method, ...more })
  return { what: `${method} ${url.slice(0, 200)}`, status: answer.status, text: await answer.text() }
}

/** Asks the policy system what an application may ask, through the relay, with the text wherever it may stand. */
export async function visitRelay(world: OddWorld, text: string): Promise<Answered[]> {
  const { db, changes } = world.platform
  await db.updateTable('tenant').set({ relay: 'write' }).where('id', '=', world.tenantId).execute()
  await changes.tell('tenant', world.tenantId)
  const state = await ask('GET', `${world.stateUrl}/state/${world.stateKey()}`)
  if (state.status !== 200) return [state]
  const { platformApiUrl, token } = JSON.parse(state.text) as { platformApiUrl: string; token: string }
  const headers = { authorization: `Bearer ${token}`, ...json }
  const odd = inAddress(text)
  return [
    await ask('GET', `${platformApiUrl}/v1/ping/authorized?q=${odd}`, { headers }),
    await ask('GET', `${platformApiUrl}/policy/${odd}`, { headers }),
    await ask('POST', `${platformApiUrl}/policy/search`, { headers, body: JSON.stringify({ [text]: text }) }),
    await ask('GET', `${world.relayUrl}/${odd}/policy`, { headers }),
    await ask('GET', `${platformApiUrl}/policy`, { headers: { authorization: odd } }),
  ]
}

/** Reports what containers report, named by the text. */
export async function visitTelemetry(world: OddWorld, text: string): Promise<Answered[]> {
  const base = await world.telemetryOf(world.releaseId)
  const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  const time = `${BigInt(world.platform.clock.now().getTime()) * 1_000_000n}`
  const attributes = [{ key: text, value: { stringValue: text } }]
  const span = { ...ids, name: text, kind: 1, startTimeUnixNano: time, endTimeUnixNano: time, attributes }
  const spans = { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] }
  const record = { ...ids, timeUnixNano: time, severityText: text, body: { stringValue: text }, attributes }
  const logs = { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: [record] }] }] }
  const sum = { name: text, description: text, sum: { dataPoints: [{ asInt: '1', timeUnixNano: time, attributes }] } }
  const metrics = { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics: [sum] }] }] }
  const reports = Object.entries({ traces: spans, logs, metrics }).map(([kind, body]) =>
    ask('POST', `${base}/v1/${kind}`, { headers: json, body: JSON.stringify(body) }),
  )
  return [...(await Promise.all(reports)), await ask('POST', `${base}/${inAddress(text)}`)]
}

/** Sends a request through the tunnel to a machine that answers with the text. */
export async function visitTunnel(world: OddWorld, text: string): Promise<Answered[]> {
  const place = `/api/v1/installations/${world.tunnelled.id}/tunnel`
  await world.ask(world.parties.publisher, 'DELETE', place)
  const opened = await world.ask(world.parties.publisher, 'POST', place, {})
  if (opened.status >= 300) return [opened]
  const { ticket } = JSON.parse(opened.text) as { ticket: string }
  const refused = await connectMachine(world.tunnelUrl, inAddress(text))
  const body = JSON.stringify({ message: text })
  const machine = await connectMachine(world.tunnelUrl, ticket, () => ({ status: 200, body }))
  if (typeof machine === 'number' || typeof refused !== 'number') throw new Error('the tunnel took the wrong ticket')
  const { routeId, callerSecret } = world.tunnelled
  const url = `${world.gatewayUrl}/${routeId}/other?q=${inAddress(text)}`
  try {
    // The gateway hears of the tunnel a moment after the machine.
    const through = await eventually(async () => {
      const answer = await ask('GET', url, { headers: { 'x-mkt-caller': callerSecret } })
      expect(machine.seen.length).toBeGreaterThan(0)
      return answer
    })
    return [opened, { what: 'a wrong ticket', status: refused, text: '' }, through]
  } finally {
    await machine.close()
  }
}

/** Asks what a monitor asks of a worker. */
export async function visitWorker({ workerUrl }: OddWorld, text: string): Promise<Answered[]> {
  const odd = inAddress(text)
  const headers = { authorization: `Bearer ${odd}`, 'x-forwarded-for': odd }
  return Promise.all(
    ['/healthz', '/readyz', '/metrics', `/${odd}`].map((path) => ask('GET', workerUrl + path, { headers })),
  )
}
