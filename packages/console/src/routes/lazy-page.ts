import { RefusedError } from '@mkt/contract/client'
import { lazyRouteComponent } from '@tanstack/react-router'
import { common } from '../texts/common.ts'

const reachable = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/**
 * A page whose script is fetched when it is first visited. Where the script is missing because a new version was put in
 * place, the router loads the whole console anew; while the platform is out of reach that would leave nothing on the
 * screen, so this is told apart and said.
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
