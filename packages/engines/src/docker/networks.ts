import type Docker from 'dockerode'
import { absent, messageOf } from './errors.ts'
import { ownRoutes } from './own-routes.ts'
import { LABELS, networkName, networkScope, planNetworks } from './plan.ts'

/** The networks of one platform on a daemon: one for each app, made when needed and removed with its last container. */
export interface Networks {
  ensure(app: string, isolated?: boolean): Promise<void>
  /** Removes the networks of an app unless a container uses them. */
  remove(app: string): Promise<void>
  removeAll(): Promise<void>
}

export function createNetworks(docker: Docker, { scope, publish }: { scope: string; publish: boolean }): Networks {
  return {
    async ensure(app, isolated) {
      for (const plan of planNetworks(scope, app, publish ? [] : await ownRoutes(), isolated)) {
        const found = await docker.getNetwork(plan.Name).inspect().catch(absent)
        if (found !== undefined) return
        try {
          await docker.createNetwork(plan)
          return
        } catch (error) {
          // Somebody was faster, or another network sits on this subnet.
          if (!/already exists|overlap|conflict|already used/i.test(messageOf(error))) throw error
        }
      }
      throw new Error(`no free subnet for the network of ${app}`)
    },
    async remove(app) {
      for (const isolated of [false, true])
        await docker
          .getNetwork(networkName(networkScope(scope, isolated), app))
          .remove()
          .catch(() => {})
    },
    async removeAll() {
      const found = await docker.listNetworks({ filters: { label: [`${LABELS.scope}=${scope}`] } })
      for (const { Id } of found) await docker.getNetwork(Id).remove().catch(absent)
    },
  }
}
