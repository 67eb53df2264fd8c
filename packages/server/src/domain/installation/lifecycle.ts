import type { InstallationMove } from '@mkt/contract/states'
import type { HookName } from '@mkt/manifest'
import { type InstallationState, type LastFailure, stateAfter } from './installation.ts'

/** Hooks that belong to a step of the life. `check` and `erase` are sent when somebody asks for it. */
type LifeHook = Exclude<HookName, 'check' | 'erase'>

/**
 * What is to do next for an installation, from facts alone. Nothing is remembered beside the facts, so a worker that
 * is killed at any point finds the same step again: hooks are sent at least once, and never two at once because one
 * worker holds the installation's lease. A step ends in `settle`, which gives the changed facts.
 */
export interface Life {
  state: InstallationState
  releaseId: string
  /** The release to take, if any. */
  targetReleaseId: string | null
  revision: number
  /** The revision the application was last told of, by a start or by `configure`. */
  toldRevision: number
  installSent: boolean
  installDone: boolean
  uninstallDone: boolean
  /** Between a `start` that succeeded and the `stop`. */
  started: boolean
  /** Something may be registered in the tenant. */
  registered: boolean
  registerDue: boolean
  /** Hooks that the release, and the one to take, declare. */
  hooks: ReadonlySet<HookName>
  targetHooks: ReadonlySet<HookName>
}

export type Step =
  | { kind: 'await'; releaseId: string }
  | { kind: 'hook'; hook: LifeHook; releaseId: string; previousReleaseId?: string }
  | { kind: 'switch'; releaseId: string }
  | { kind: 'tell' }
  | { kind: 'register' }
  | { kind: 'unregister' }
  | { kind: 'begin' }
  | { kind: 'finish' }
  | { kind: 'rest' }

const rest: Step = { kind: 'rest' }

export function nextStep(life: Life): Step {
  switch (life.state) {
    case 'PENDING':
      return { kind: 'await', releaseId: life.targetReleaseId ?? life.releaseId }
    case 'STARTING':
      return startStep(life)
    case 'REGISTERING':
      return { kind: 'register' }
    case 'RUNNING':
      return runningStep(life)
    case 'STOPPING':
      return stopStep(life)
    case 'UNINSTALLING': {
      const stop = stopStep(life)
      if (stop.kind !== 'finish') return stop
      const tells = life.installSent && !life.uninstallDone && life.hooks.has('uninstall')
      return tells ? { kind: 'hook', hook: 'uninstall', releaseId: life.releaseId } : stop
    }
    case 'STOPPED':
    case 'UNINSTALLED':
    case 'ERROR':
      return rest
  }
}

function startStep(life: Life): Step {
  const take = takeStep(life)
  if (take) return take
  if (!life.installDone && life.hooks.has('install'))
    return { kind: 'hook', hook: 'install', releaseId: life.releaseId }
  if (life.hooks.has('start')) return { kind: 'hook', hook: 'start', releaseId: life.releaseId }
  return { kind: 'begin' }
}

/** Taking a release: `upgrade` on its own deployment, then the switch. What was never installed has nothing to upgrade. */
function takeStep(life: Life): Step | undefined {
  const { targetReleaseId: releaseId, releaseId: previousReleaseId } = life
  if (releaseId === null) return undefined
  if (life.installDone && life.targetHooks.has('upgrade'))
    return { kind: 'hook', hook: 'upgrade', releaseId, previousReleaseId }
  return { kind: 'switch', releaseId }
}

function runningStep(life: Life): Step {
  const take = takeStep(life)
  if (take) return take
  if (life.toldRevision < life.revision) {
    return life.hooks.has('configure')
      ? { kind: 'hook', hook: 'configure', releaseId: life.releaseId }
      : { kind: 'tell' }
  }
  return life.registerDue ? { kind: 'register' } : rest
}

function stopStep(life: Life): Step {
  if (life.registered) return { kind: 'unregister' }
  if (life.started && life.hooks.has('stop')) return { kind: 'hook', hook: 'stop', releaseId: life.releaseId }
  return { kind: 'finish' }
}

export type Outcome = { ok: true } | { ok: false; reason: string }

/** What a settled step changes. `takes` is the release that is now the installation's own. */
export interface Settled {
  state?: InstallationState
  reason?: string | null
  takes?: string
  dropsTarget?: true
  installDone?: true
  uninstallDone?: true
  started?: boolean
  registered?: boolean
  registerDue?: boolean
  /** The revision the application knows now. */
  told?: number
  failure?: Omit<LastFailure, 'at'>
}

/** Result of a step, with its move; the table of moves gives the target state. */
type Turn = Omit<Settled, 'state'> & { move?: InstallationMove }

export function settle(life: Life, step: Step, outcome: Outcome): Settled {
  const { move, ...settled } = turnOf(life, step, outcome)
  return move === undefined ? settled : { ...settled, state: stateAfter(life.state, move) }
}

function turnOf(life: Life, step: Step, outcome: Outcome): Turn {
  switch (step.kind) {
    case 'await':
      if (outcome.ok) return { move: 'healthy' }
      return step.releaseId === life.targetReleaseId ? keepFormer(life, outcome.reason) : fail(outcome.reason)
    case 'hook':
      return settleHook(life, step.hook, step.releaseId, outcome)
    case 'switch':
      if (!outcome.ok) return keepFormer(life, outcome.reason)
      return life.state === 'RUNNING' ? { takes: step.releaseId, registerDue: true } : { takes: step.releaseId }
    case 'begin':
      return began(life)
    case 'tell':
      return { told: life.revision, registerDue: true }
    case 'register':
      if (outcome.ok)
        return life.state === 'REGISTERING'
          ? { move: 'registered', reason: null, registerDue: false }
          : { registerDue: false }
      if (life.state === 'REGISTERING') return fail(outcome.reason)
      return { registerDue: false, failure: { operation: 'register', reason: outcome.reason } }
    case 'unregister':
      return { registered: false }
    case 'finish':
      return life.state === 'UNINSTALLING'
        ? { move: 'uninstalled', started: false }
        : { move: 'stopped', reason: null, started: false }
    case 'rest':
      return {}
  }
}

function settleHook(life: Life, hook: LifeHook, releaseId: string, outcome: Outcome): Turn {
  const failure = outcome.ok ? {} : { failure: { operation: hook, reason: outcome.reason } }
  switch (hook) {
    case 'install':
      return outcome.ok ? { installDone: true } : fail(outcome.reason)
    case 'start':
      return outcome.ok ? began(life) : fail(outcome.reason)
    case 'upgrade':
      if (!outcome.ok) return keepFormer(life, outcome.reason)
      return life.state === 'RUNNING' ? { takes: releaseId, registerDue: true } : { takes: releaseId }
    case 'configure':
      return { told: life.revision, registerDue: true, ...failure }
    case 'stop':
      return { started: false, ...failure }
    case 'uninstall':
      return { uninstallDone: true, ...failure }
  }
}

/**
 * From here on something may be registered, even if we are killed while registering. What has started once is
 * installed, also without an `install` hook: a later release that declares one gets `upgrade` instead.
 */
function began(life: Life): Turn {
  return {
    installDone: true,
    move: 'hooks-done',
    started: true,
    registered: true,
    told: life.revision,
  }
}

function fail(reason: string): Turn {
  return { move: 'failed', reason }
}

/** The former release goes on; at a start it must become healthy first. */
function keepFormer(life: Life, reason: string): Turn {
  const kept: Turn = { dropsTarget: true, failure: { operation: 'upgrade', reason } }
  return life.state === 'STARTING' ? { ...kept, move: 'fall-back' } : kept
}

/** The name of a step, to tell whether it is still the same one. */
export function stepName(step: Step): string {
  if (step.kind === 'hook') return `hook ${step.hook} ${step.releaseId}`
  return 'releaseId' in step ? `${step.kind} ${step.releaseId}` : step.kind
}

/** The step in one word: the publisher learns it of installations whose reasons are not theirs to read. */
export function stepWord(step: Step): string {
  if (step.kind === 'hook') return step.hook
  return step.kind === 'await' ? 'health' : step.kind
}
