import type { Client } from '@mkt/contract/client'
import type { Installation } from './installations.ts'

export const moves = ['start', 'stop', 'uninstall'] as const
export type Move = (typeof moves)[number]

/** The state in which each move ends. */
export const stateAfter: Readonly<Record<Move, Installation['state']>> = {
  start: 'RUNNING',
  stop: 'STOPPED',
  uninstall: 'UNINSTALLED',
}

/** Has an installation start, stop or uninstall; answers at once. */
export function moveInstallation(client: Client, { id }: Installation, move: Move): Promise<Installation> {
  const operations = {
    start: client.startInstallation,
    stop: client.stopInstallation,
    uninstall: client.uninstallInstallation,
  }
  return operations[move]({ params: { id } })
}
