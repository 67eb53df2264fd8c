import type { KeeperOrder } from '../sandbox/keeper-order.ts'
import type { ProcessIdentity } from '../sandbox/process-identity.ts'

/** What the platform hands the guard of a container's network; it is kept beside the instance, so that a killed guard can be replaced. */
export interface GuardOrder
  extends Pick<KeeperOrder, 'instanceId' | 'deploymentId' | 'folder' | 'socket' | 'outlet' | 'network' | 'egress'> {
  /** The process that owns the network: the guard ends with it. */
  owner: ProcessIdentity
  /** Who is asked for names while they are only watched. */
  nameServer: string
}

/** Lines the guard says on its standard output: it serves, or another guard serves this network already. */
export const GUARDING = 'guarding'
export const TAKEN = 'taken'
