import type { Bootstrap } from '../../laptop/bootstrap.ts'
import { type Asked, partyAt } from './ask.ts'

export interface Measured {
  name: string
  calls: number
  /** Calls without the answer they should have. */
  failed: number
  p50: number
  p99: number
}

/** A slow answer is slow, not wrong: how long it took is measured. */
const PATIENCE_MS = 120_000

interface Habit {
  name: string
  everyMs: number
  asked: Asked
  status: number
}

/** What parties do who mean well, and the answer each of them should have. */
function habitsOf({ apiUrl, gatewayUrl, stateUrl, customer }: Bootstrap): Habit[] {
  const api = `${apiUrl}/api/v1`
  const authorization = `Basic ${Buffer.from(`${customer.clientId}:${customer.apiKey}`).toString('base64')}`
  const { email, password } = customer
  const headers = { authorization }
  return [
    { name: 'catalogue', everyMs: 50, asked: { url: `${api}/listings`, headers }, status: 200 },
    { name: 'who am I', everyMs: 50, asked: { url: `${api}/me`, headers }, status: 200 },
    {
      name: 'sign in',
      everyMs: 1000,
      asked: { method: 'POST', url: `${api}/session`, body: JSON.stringify({ email, password }) },
      status: 200,
    },
    { name: 'gateway', everyMs: 20, asked: { url: `${gatewayUrl}/rnobody/x` }, status: 404 },
    { name: 'state', everyMs: 20, asked: { url: `${stateUrl}/state/nobody` }, status: 404 },
  ]
}

/** Lets honest parties work for a while and measures how it went. */
export async function beHonest(bootstrap: Bootstrap, milliseconds: number): Promise<Measured[]> {
  const party = partyAt('127.0.0.1')
  const until = performance.now() + milliseconds
  const measure = async ({ name, everyMs, asked, status }: Habit): Promise<Measured> => {
    const times: number[] = []
    let failed = 0
    while (performance.now() < until) {
      const answer = await party.ask(asked, PATIENCE_MS)
      if (answer.status !== status) failed += 1
      times.push(answer.milliseconds)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    const sorted = times.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { name, calls: times.length, failed, p50: at(0.5), p99: at(0.99) }
  }
  const measured = await Promise.all(habitsOf(bootstrap).map(measure))
  party.close()
  return measured
}
