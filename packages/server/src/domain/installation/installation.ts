import {
  deployedStates,
  type InstallationMove,
  type InstallationOperation,
  type InstallationState,
  installationMachine,
  launchPath,
  mayMove,
  moved,
  operationsIn,
} from '@mkt/contract/states'

export type { InstallationState } from '@mkt/contract/states'

/** Where a move leads. A move that is not in the table is a bug. */
export function stateAfter(state: InstallationState, move: InstallationMove): InstallationState {
  const to = moved(installationMachine, state, move)
  if (to === undefined) throw new Error(`an installation that is ${state} cannot make the move "${move}"`)
  return to
}

/** State change of an upgrade: an installation in ERROR is started again immediately. */
export function retryOf(state: InstallationState): { state?: InstallationState; reason?: null } {
  return mayMove(installationMachine, state, 'retry') ? { state: stateAfter(state, 'retry'), reason: null } : {}
}

/** What a release that is not taken after all changes of the state: a start that was at it begins again with the former one. */
export function fallBackOf(state: InstallationState): { state?: InstallationState } {
  return mayMove(installationMachine, state, 'fall-back') ? { state: stateAfter(state, 'fall-back') } : {}
}

/** Whether a customer may ask for this now. */
export function takesOperation(state: InstallationState, operation: InstallationOperation): boolean {
  return operationsIn(state).includes(operation)
}

/** Whether the state interface answers: until the last hook has ended, and again from the next start on. */
export function answersState(state: InstallationState): boolean {
  return installationMachine.states[state].answersState
}

/** States in which an installation needs its release to run. */
export const needsDeployment = deployedStates

/** The last thing that went wrong without stopping the installation. */
export interface LastFailure {
  operation: 'configure' | 'upgrade' | 'register' | 'stop' | 'uninstall' | 'install' | 'start'
  reason: string
  at: string
}

/** States from which an installation can be stopped at once, and those on the way there: a wish to stop it waits. */
export const stoppableStates = installationMachine.moves.stop.from
export const notYetStoppable = launchPath.filter((state) => !mayMove(installationMachine, state, 'stop'))

/** Somebody of the platform wants an installation stopped: why, and who, as the audit row of the stop will say. */
export interface StopRequest {
  reason: string
  actor: { kind: string; id: string; label: string }
  address: string | null
  requestId: string | null
}

/** Whether a wish to stop can be fulfilled now. While an installation is being started it waits. */
export function stopIsDue(state: InstallationState, wanted: StopRequest | null): boolean {
  return wanted !== null && mayMove(installationMachine, state, 'stop')
}
