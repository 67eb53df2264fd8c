import { RefusedError } from '@mkt/contract/client'
import { lazyRouteComponent } from '@tanstack/react-router'
import { common } from '../texts/common.ts'

const reachable = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/**
 * A page whose script is fetched on the first visit. A missing script usually means that a new version was deployed, and the
 * router reloads the console. While the platform is out of reach a reload would leave an empty screen, so that case is an error.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      if (await reachable()) throw error
      throw new RefusedError(0, { code: 'offline', detail: common.outOfReach }, null)
    }
  }, name)
