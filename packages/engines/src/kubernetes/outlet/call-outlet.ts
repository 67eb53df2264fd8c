import type { V1Pod } from '@kubernetes/client-node'
import type { EgressRules } from '../../egress/rules.ts'
import type { OutletReport } from './outlet-order.ts'
import { CONTROL_PORT } from './outlet-ports.ts'

const ANSWER_MS = 3_000

export function tellOutlet(pod: V1Pod, token: string, rules: EgressRules): Promise<void> {
  return call(pod, token, '/rules', { method: 'PUT', body: JSON.stringify(rules) }).then(() => undefined)
}

export async function askOutlet(pod: V1Pod, token: string): Promise<OutletReport> {
  return JSON.parse(await call(pod, token, '/counts', {})) as OutletReport
}

async function call(pod: V1Pod, token: string, path: string, init: RequestInit): Promise<string> {
  const response = await fetch(`http://${pod.status?.podIP}:${CONTROL_PORT}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`the outlet ${pod.metadata?.name} answered ${response.status}`)
  return response.text()
}
