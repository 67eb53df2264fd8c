import type { V1Deployment } from '@kubernetes/client-node'
import type { InstanceSpec } from '../engine.ts'
import type { Caller } from './callers.ts'
import type { Cluster } from './cluster.ts'
import { planBudget } from './disruption-budget.ts'
import { isNamespaceEnding, type Namespaces } from './namespaces.ts'
import { planNetworkPolicy } from './network-policy.ts'
import type { OpenOutlet } from './outlet/outlets.ts'
import { ownedBy } from './owned-by.ts'
import { type Place, planDeployment, planService } from './plan.ts'
import { planPullSecret, planSecret } from './secret-plan.ts'

const ATTEMPTS = 3

/** Makes objects in the namespace of an app's publisher, in a new one where another worker removes that namespace meanwhile. */
export async function applyInNamespace<Made>(
  namespaces: Pick<Namespaces, 'ensure'>,
  app: string,
  make: (namespace: string) => Promise<Made>,
): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    const namespace = await namespaces.ensure(app)
    try {
      return await make(namespace)
    } catch (error) {
      if (!isNamespaceEnding(error) || attempt === ATTEMPTS) throw error
    }
  }
}

export interface InstanceOptions {
  place: Place
  callers: Caller[] | null
  version: number | null
  /** Makes the way out of an instance whose egress is closed; null: it is open. */
  openOutlet(spec: InstanceSpec, place: Place): Promise<OpenOutlet | null>
}

/** Everything that one instance consists of. The network policy comes first: no pod may run before its bounds are there. */
export async function applyInstance(
  cluster: Pick<Cluster, 'apply'>,
  spec: InstanceSpec,
  { place, callers, version, openOutlet }: InstanceOptions,
): Promise<V1Deployment> {
  const shared = [planService(spec, place), planBudget(spec, place, version)]
  await cluster.apply(planNetworkPolicy(spec, place, callers))
  for (const object of shared) await cluster.apply(object)
  const secrets = [planSecret(spec, place), planPullSecret(spec, place)].filter((secret) => secret !== null)
  for (const secret of secrets) await cluster.apply(secret)
  const outlet = await openOutlet(spec, place)
  const owner = await cluster.apply(planDeployment(spec, place, outlet?.way))
  await outlet?.own(owner)
  for (const secret of secrets) await cluster.apply(ownedBy(secret, owner))
  // Again: they may have gone with the last other instance of the deployment before this one was there.
  for (const object of shared) await cluster.apply(object)
  return owner
}
