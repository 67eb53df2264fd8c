/**
 * The life of an installation. People ask (launch, start, stop, uninstall), the worker moves on. What answers in each
 * state is in `answers`; what may be asked in each state is in `allowed`.
 */
export const installationStates = [
  'PENDING',
  'STARTING',
  'REGISTERING',
  'RUNNING',
  'STOPPING',
  'STOPPED',
  'UNINSTALLING',
  'UNINSTALLED',
  'ERROR',
] as const
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

/** How the gateway treats the route of an installation. */
export type RouteAnswer = 'normal' | 'unavailable' | 'inactive'

export interface Answers {
  /** Calls: forwarded, 503 `app_unavailable`, or 410 `route_inactive`. */
  call: RouteAnswer
  /** Webhooks: accepted (202; delivered or waiting) or 410. */
  webhook: 'accept' | 'inactive'
  /** Whether an accepted event is delivered now, or waits. */
  deliver: boolean
  /** Paths that third parties call without the caller secret. */
  publicPath: RouteAnswer
  /** The state interface: 200 or 410 `route_inactive`. */
  state: boolean
}

const starting = { call: 'unavailable', webhook: 'accept', deliver: false, state: true } as const
const up: Answers = { call: 'normal', webhook: 'accept', deliver: true, publicPath: 'normal', state: true }
const leaving: Answers = {
  call: 'unavailable',
  webhook: 'accept',
  deliver: false,
  publicPath: 'unavailable',
  state: true,
}
const gone: Answers = { call: 'inactive', webhook: 'inactive', deliver: false, publicPath: 'inactive', state: false }

/** What answers in which state. Public paths answer from STARTING on: third parties call back during `install`. */
export const answers: Readonly<Record<InstallationState, Answers>> = {
  PENDING: { ...starting, publicPath: 'unavailable' },
  STARTING: { ...starting, publicPath: 'normal' },
  REGISTERING: up,
  RUNNING: up,
  STOPPING: leaving,
  STOPPED: gone,
  UNINSTALLING: leaving,
  UNINSTALLED: gone,
  ERROR: { ...starting, publicPath: 'normal' },
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
