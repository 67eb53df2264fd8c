import { getPriority, setPriority } from 'node:os'

/**
 * Takes a low priority, on Linux for the calling thread alone: the event loop goes first where both want the processor. What has a lower one already, such as
 * all of a platform that was started by `nice`, keeps it: nobody but root may raise it.
 */
export function giveWay(niceness: number): void {
  if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness)
}
