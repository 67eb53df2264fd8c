import { type MoveRow, mayMove, statesOf, statesWhere, type Tone } from './machine.ts'

/** What a route does with a request: pass it to the app, keep it for later, answer 503 or answer 410. */
export type Admission = 'forward' | 'accept' | 'unavailable' | 'inactive'

interface InstallationFacts {
  tone: Tone
  /** What the gateway does with calls, webhook POSTs and requests to public paths. */
  call: Admission
  webhook: Admission
  publicPath: Admission
  /** Whether waiting events are sent. */
  delivers: boolean
  /** Whether the state interface answers. */
  answersState: boolean
  /** Whether its release must run. */
  needsDeployment: boolean
  /** Whether it takes a configuration or another release. */
  changeable: boolean
  /** On its way to RUNNING: the steps a launch or start can fail at in this state, as the log names them. */
  steps: readonly string[]
  /** Being uninstalled, or gone: it takes nothing new. */
  leaving: boolean
}

const inUse = { answersState: true, needsDeployment: true, leaving: false } as const
const off = { call: 'inactive', webhook: 'inactive', publicPath: 'inactive', delivers: false } as const
const unavailable = { call: 'unavailable', webhook: 'accept', publicPath: 'unavailable', delivers: false } as const
const open = { call: 'forward', webhook: 'accept', publicPath: 'forward', delivers: true } as const
const idle = { answersState: false, needsDeployment: false } as const

const states = {
  PENDING: { tone: 'busy', ...unavailable, ...inUse, changeable: false, steps: ['health'] },
  // Third parties call back during `install`, so public paths open early.
  STARTING: {
    tone: 'busy',
    ...unavailable,
    publicPath: 'forward',
    ...inUse,
    changeable: false,
    steps: ['install', 'start'],
  },
  REGISTERING: { tone: 'busy', ...open, ...inUse, changeable: true, steps: ['register'] },
  RUNNING: { tone: 'good', ...open, ...inUse, changeable: true, steps: [] },
  STOPPING: { tone: 'busy', ...unavailable, ...inUse, changeable: false, steps: [] },
  STOPPED: { tone: 'neutral', ...off, ...idle, changeable: true, steps: [], leaving: false },
  UNINSTALLING: { tone: 'busy', ...unavailable, ...inUse, changeable: false, steps: [], leaving: true },
  UNINSTALLED: { tone: 'neutral', ...off, ...idle, changeable: false, steps: [], leaving: true },
  ERROR: { tone: 'bad', ...unavailable, ...inUse, changeable: true, steps: [] },
} as const satisfies Record<string, InstallationFacts>

export type InstallationState = keyof typeof states

const moves = {
  launch: { from: [null], to: 'PENDING', by: 'customer' },
  healthy: { from: ['PENDING'], to: 'STARTING', by: 'platform' },
  'hooks-done': { from: ['STARTING'], to: 'REGISTERING', by: 'platform' },
  registered: { from: ['REGISTERING'], to: 'RUNNING', by: 'platform' },
  failed: { from: ['PENDING', 'STARTING', 'REGISTERING'], to: 'ERROR', by: 'platform' },
  // The release that a start should take could not be started: the former one is started instead.
  'fall-back': { from: ['STARTING'], to: 'PENDING', by: 'platform' },
  // A release that is taken in ERROR is started at once.
  retry: { from: ['ERROR'], to: 'PENDING', by: 'platform' },
  start: { from: ['STOPPED', 'ERROR'], to: 'PENDING', by: 'customer' },
  stop: { from: ['REGISTERING', 'RUNNING', 'ERROR'], to: 'STOPPING', by: 'customer' },
  stopped: { from: ['STOPPING'], to: 'STOPPED', by: 'platform' },
  uninstall: {
    from: ['PENDING', 'STARTING', 'REGISTERING', 'RUNNING', 'STOPPED', 'ERROR'],
    to: 'UNINSTALLING',
    by: 'customer',
  },
  uninstalled: { from: ['UNINSTALLING'], to: 'UNINSTALLED', by: 'platform' },
} as const satisfies Record<string, MoveRow<InstallationState>>

export type InstallationMove = keyof typeof moves

/** An installation. Customers ask (launch, start, stop, uninstall), the worker does the rest. */
export const installationMachine = { states, moves }
export const installationStates = statesOf(installationMachine)

export const installationOperations = ['configure', 'upgrade', 'start', 'stop', 'uninstall'] as const
export type InstallationOperation = (typeof installationOperations)[number]

/** What a customer may ask for in a state. */
export function operationsIn(state: InstallationState): readonly InstallationOperation[] {
  return installationOperations.filter((operation) =>
    operation === 'configure' || operation === 'upgrade'
      ? states[state].changeable
      : mayMove(installationMachine, state, operation),
  )
}

/** The way of a launch when nothing fails. */
export const launchPath = [moves.launch, moves.healthy, moves['hooks-done'], moves.registered].map(({ to }) => to)

export const stayingStates = statesWhere(installationMachine, ({ leaving }) => !leaving)
export const deployedStates = statesWhere(installationMachine, ({ needsDeployment }) => needsDeployment)
