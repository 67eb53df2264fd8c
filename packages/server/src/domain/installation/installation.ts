import type { installationStates } from '@mkt/contract/api'

/**
 * The life of an installation. People ask (launch, start, stop, uninstall), the worker moves on. What the route
 * answers in each state is the gateway's table; what may be asked in each state is in `allowed`.
 */
export type InstallationState = (typeof installationStates)[number]

export type InstallationMove =
  | 'launch'
  | 'healthy'
  | 'hooks done'
  | 'registered'
  | 'failed'
  | 'start'
  | 'stop'
  | 'stopped'
  | 'uninstall'
  | 'uninstalled'

export interface MoveRow {
  move: InstallationMove
  from: readonly InstallationState[] | null
  to: InstallationState
}

/** Every move there is. `failed` of a release that was to be taken at a start leads back to waiting for the former one. */
export const installationMoves: readonly MoveRow[] = [
  { move: 'launch', from: null, to: 'PENDING' },
  { move: 'healthy', from: ['PENDING'], to: 'STARTING' },
  { move: 'hooks done', from: ['STARTING'], to: 'REGISTERING' },
  { move: 'registered', from: ['REGISTERING'], to: 'RUNNING' },
  { move: 'failed', from: ['PENDING', 'STARTING', 'REGISTERING'], to: 'ERROR' },
  { move: 'start', from: ['STOPPED', 'ERROR'], to: 'PENDING' },
  { move: 'stop', from: ['REGISTERING', 'RUNNING', 'ERROR'], to: 'STOPPING' },
  { move: 'stopped', from: ['STOPPING'], to: 'STOPPED' },
  {
    move: 'uninstall',
    from: ['PENDING', 'STARTING', 'REGISTERING', 'RUNNING', 'STOPPED', 'ERROR'],
    to: 'UNINSTALLING',
  },
  { move: 'uninstalled', from: ['UNINSTALLING'], to: 'UNINSTALLED' },
]

/** Where a move leads, or undefined when it is not possible from here. */
export function moved(state: InstallationState, move: InstallationMove): InstallationState | undefined {
  return installationMoves.find((row) => row.move === move && row.from?.includes(state))?.to
}

export type InstallationOperation = 'configure' | 'upgrade' | 'start' | 'stop' | 'uninstall'

const allowed: Readonly<Record<InstallationState, readonly InstallationOperation[]>> = {
  PENDING: ['uninstall'],
  STARTING: ['uninstall'],
  REGISTERING: ['configure', 'upgrade', 'stop', 'uninstall'],
  RUNNING: ['configure', 'upgrade', 'stop', 'uninstall'],
  STOPPING: [],
  STOPPED: ['configure', 'upgrade', 'start', 'uninstall'],
  UNINSTALLING: [],
  UNINSTALLED: [],
  ERROR: ['configure', 'upgrade', 'start', 'stop', 'uninstall'],
}

/** What a person may ask for in a state. */
export function operationsIn(state: InstallationState): readonly InstallationOperation[] {
  return allowed[state]
}

/** Whether the state interface answers: until the last hook has ended, and again from the next start on. */
export function answersState(state: InstallationState): boolean {
  return state !== 'STOPPED' && state !== 'UNINSTALLED'
}

/** States in which an installation needs its release to run. */
export const needsDeployment: readonly InstallationState[] = [
  'PENDING',
  'STARTING',
  'REGISTERING',
  'RUNNING',
  'STOPPING',
  'UNINSTALLING',
  'ERROR',
]

/** The last thing that went wrong without stopping the installation. */
export interface LastFailure {
  operation: 'configure' | 'upgrade' | 'register' | 'stop' | 'uninstall' | 'install' | 'start'
  reason: string
  at: string
}

/** Somebody of the platform wants an installation stopped: why, and who, as the audit row of the stop will say. */
export interface StopWish {
  reason: string
  actor: { kind: string; id: string; label: string }
  address: string | null
  requestId: string | null
}

/** Whether a wish to stop can be fulfilled now. While an installation is being started it waits. */
export function stopIsDue(state: InstallationState, wanted: StopWish | null): boolean {
  return wanted !== null && moved(state, 'stop') !== undefined
}
