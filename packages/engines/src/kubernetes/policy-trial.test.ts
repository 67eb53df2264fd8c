import type { V1Pod } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import { closedClient, judgeTrial, planTrialClient, planTrialPolicy, planTrialServer } from './policy-trial.ts'

const ended = (exitCode: number) =>
  ({ status: { containerStatuses: [{ state: { terminated: { exitCode } } }] } }) as unknown as V1Pod

it('goes on until the client ends, and then knows only what the client saw', () => {
  expect(judgeTrial({ status: { containerStatuses: [] } } as V1Pod)).toBeNull()
  expect(judgeTrial(ended(0))).toEqual({ verdict: 'enforced' })
  expect(judgeTrial(ended(3))).toEqual({ verdict: 'open' })
  for (const code of [1, 4, 137]) expect(judgeTrial(ended(code)), String(code)).toMatchObject({ verdict: 'unknown' })
})

it('forbids the client every connection once it is closed, and nothing before', () => {
  const client = planTrialClient('trial', 'mkt:1', '10.0.0.9')
  const selected = planTrialPolicy('trial').spec?.podSelector?.matchLabels ?? {}
  const matches = (labels: Record<string, string> = {}) =>
    Object.entries(selected).every(([key, value]) => labels[key] === value)
  expect(planTrialPolicy('trial').spec).toMatchObject({ policyTypes: ['Egress'], egress: [] })
  expect(
    [client, planTrialServer('trial', 'mkt:1'), closedClient('trial')].map(({ metadata }) => matches(metadata?.labels)),
  ).toEqual([false, false, true])
})

it('tries with pods that the restricted profile allows', () => {
  for (const { spec } of [planTrialServer('trial', 'mkt:1'), planTrialClient('trial', 'mkt:1', '10.0.0.9')]) {
    expect(spec?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(spec?.containers[0]?.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
  }
})
