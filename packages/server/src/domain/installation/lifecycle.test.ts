import { installationMachine, installationStates, mayMove, operationsIn } from '@mkt/contract/states'
import { type HookName, hookNames } from '@mkt/manifest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type InstallationState, stateAfter } from './installation.ts'
import { type Life, nextStep, type Outcome, type Settled, settle, stepWord } from './lifecycle.ts'

const all = new Set(hookNames)
const fresh: Life = {
  state: 'PENDING',
  releaseId: 'rel_1',
  targetReleaseId: null,
  revision: 1,
  toldRevision: 0,
  installSent: false,
  installDone: false,
  uninstallDone: false,
  started: false,
  registered: false,
  registerDue: false,
  hooks: all,
  targetHooks: all,
}

function apply(life: Life, settled: Settled): Life {
  const { takes, dropsTarget, told, reason: _, failure: __, ...facts } = settled
  return {
    ...life,
    ...facts,
    ...(takes === undefined ? {} : { releaseId: takes, targetReleaseId: null }),
    ...(dropsTarget ? { targetReleaseId: null } : {}),
    ...(told === undefined ? {} : { toldRevision: told }),
  }
}

/** Runs until there is nothing to do, failing the steps that are named; answers what was done. */
function run(start: Life, failing: readonly string[] = []): { done: string[]; life: Life; failures: string[] } {
  let life = start
  const done: string[] = []
  const failures: string[] = []
  for (let count = 0; count < 30; count += 1) {
    const step = nextStep(life)
    if (step.kind === 'rest') return { done, life, failures }
    const name = step.kind === 'hook' ? step.hook : step.kind
    done.push('releaseId' in step && step.releaseId !== 'rel_1' ? `${name}@2` : name)
    if (name === 'install') life = { ...life, installSent: true }
    const outcome: Outcome = failing.includes(name) ? { ok: false, reason: `${name} failed` } : { ok: true }
    const settled = settle(life, step, outcome)
    if (settled.failure) failures.push(settled.failure.operation)
    life = apply(life, settled)
  }
  throw new Error(`no end: ${done.join(', ')}`)
}

const running = run(fresh).life

describe('a first launch', () => {
  it('waits for the deployment, sends install, then start, then registers', () => {
    expect(run(fresh).done).toEqual(['await', 'install', 'start', 'register'])
    expect(running).toMatchObject({
      state: 'RUNNING',
      started: true,
      registered: true,
      installDone: true,
      toldRevision: 1,
    })
  })

  it('of an app without hooks only waits and registers', () => {
    expect(run({ ...fresh, hooks: new Set<HookName>() }).done).toEqual(['await', 'begin', 'register'])
  })

  it.each(['await', 'install', 'start', 'register'])('ends in ERROR when %s fails', (step) => {
    expect(run(fresh, [step]).life.state).toBe('ERROR')
  })

  it('sends install again at the next start until it succeeded once, and never after', () => {
    const failed = run(fresh, ['install']).life
    expect(run({ ...failed, state: 'PENDING' }).done).toEqual(['await', 'install', 'start', 'register'])
    const later = run(fresh, ['start']).life
    expect(run({ ...later, state: 'PENDING' }).done).toEqual(['await', 'start', 'register'])
  })
})

describe('stopping', () => {
  it('unregisters, sends stop, then the route is inactive; nothing blocks it', () => {
    for (const failing of [[], ['unregister', 'stop']]) {
      const { done, life } = run({ ...running, state: 'STOPPING' }, failing)
      expect(done).toEqual(['unregister', 'stop', 'finish'])
      expect(life).toMatchObject({ state: 'STOPPED', started: false, registered: false })
    }
  })

  it('and starting again sends start alone', () => {
    const stopped = run({ ...running, state: 'STOPPING' }).life
    expect(run({ ...stopped, state: 'PENDING' }).done).toEqual(['await', 'start', 'register'])
  })
})

describe('uninstalling', () => {
  it('stops first when it runs, then sends uninstall', () => {
    const { done, life } = run({ ...running, state: 'UNINSTALLING', installSent: true }, ['stop', 'uninstall'])
    expect(done).toEqual(['unregister', 'stop', 'uninstall', 'finish'])
    expect(life.state).toBe('UNINSTALLED')
  })

  it('sends no stop when it does not run, and no uninstall when install was never sent', () => {
    const stopped = run({ ...running, state: 'STOPPING', installSent: true }).life
    expect(run({ ...stopped, state: 'UNINSTALLING' }).done).toEqual(['uninstall', 'finish'])
    expect(run({ ...fresh, state: 'UNINSTALLING' }).done).toEqual(['finish'])
  })
})

describe('a new configuration while running', () => {
  it('is told to the app, then re-registered; a failing configure hook changes neither', () => {
    const configured = { ...running, revision: 2 }
    expect(run(configured).done).toEqual(['configure', 'register'])
    const failed = run(configured, ['configure'])
    expect(failed).toMatchObject({ life: { state: 'RUNNING', toldRevision: 2 }, failures: ['configure'] })
  })
})

describe('an upgrade', () => {
  const upgrading = { ...running, targetReleaseId: 'rel_2' }

  it('sends upgrade to the new deployment, switches, then re-registers', () => {
    const { done, life } = run(upgrading)
    expect(done).toEqual(['upgrade@2', 'register'])
    expect(life).toMatchObject({ state: 'RUNNING', releaseId: 'rel_2', targetReleaseId: null })
  })

  it('to a release without the hook switches when its deployment is healthy', () => {
    expect(run({ ...upgrading, targetHooks: new Set<HookName>() }).done).toEqual(['switch@2', 'register'])
  })

  it('that fails leaves the old release running', () => {
    const { life, failures } = run(upgrading, ['upgrade'])
    expect(life).toMatchObject({ state: 'RUNNING', releaseId: 'rel_1', targetReleaseId: null })
    expect(failures).toEqual(['upgrade'])
  })

  it('of a stopped installation happens at its next start: upgrade, then start', () => {
    const stopped = run({ ...running, state: 'STOPPING' }).life
    const again = { ...stopped, state: 'PENDING' as const, targetReleaseId: 'rel_2' }
    expect(run(again).done).toEqual(['await@2', 'upgrade@2', 'start@2', 'register'])
    expect(run(again, ['upgrade']).done).toEqual(['await@2', 'upgrade@2', 'await', 'start', 'register'])
  })

  it('of one that was never installed takes the release and installs it', () => {
    const failed = run(fresh, ['install']).life
    const retried = run({ ...failed, state: 'PENDING', targetReleaseId: 'rel_2' })
    expect(retried.done).toEqual(['await@2', 'switch@2', 'install@2', 'start@2', 'register'])
  })
})

describe('the table of moves', () => {
  const flag = fc.boolean()
  const hooks = fc.subarray([...hookNames]).map((names): ReadonlySet<HookName> => new Set(names))
  /** Facts as a worker may find them, reasonable or not. */
  const facts: fc.Arbitrary<Life> = fc.record({
    state: fc.constantFrom(...installationStates),
    releaseId: fc.constant('rel_1'),
    targetReleaseId: fc.constantFrom(null, 'rel_2'),
    revision: fc.integer({ min: 1, max: 3 }),
    toldRevision: fc.integer({ min: 0, max: 3 }),
    installSent: flag,
    installDone: flag,
    uninstallDone: flag,
    started: flag,
    registered: flag,
    registerDue: flag,
    hooks,
    targetHooks: hooks,
  })
  const moves = Object.values(installationMachine.moves).filter(({ by }) => by === 'platform')
  const isMove = (from: InstallationState, to: InstallationState) =>
    moves.some((row) => (row.from as readonly (InstallationState | null)[]).includes(from) && row.to === to)

  it('names every transition that a step makes, whatever the facts', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(facts, flag, (life, ok) => {
        const { state: next = life.state } = settle(life, nextStep(life), ok ? { ok } : { ok, reason: 'x' })
        if (next !== life.state) seen.add(`${life.state} → ${next}`)
        expect(next === life.state || isMove(life.state, next), `${life.state} → ${next}`).toBe(true)
      }),
      { numRuns: 2_000 },
    )
    // What the worker does by itself, and nothing that it never does.
    const made = moves.filter((row) => row !== installationMachine.moves.retry)
    expect([...seen].sort()).toEqual(made.flatMap((row) => row.from.map((from) => `${from} → ${row.to}`)).sort())
  })

  it('names every step that a launch can fail at, as the log does', () => {
    fc.assert(
      fc.property(facts, (life) => {
        const step = nextStep(life)
        if (settle(life, step, { ok: false, reason: 'x' }).state !== 'ERROR') return
        expect(installationMachine.states[life.state].steps).toContain(stepWord(step))
      }),
    )
  })

  it('has the move back to PENDING of a start whose upgrade failed', () => {
    const starting: Life = { ...fresh, state: 'STARTING', targetReleaseId: 'rel_2', installDone: true }
    const settled = settle(starting, nextStep(starting), { ok: false, reason: 'upgrade failed' })
    expect(settled).toMatchObject({ state: 'PENDING', dropsTarget: true })
    expect(mayMove(installationMachine, 'STARTING', 'fall-back')).toBe(true)
  })
})

describe('whatever people ask and whatever fails', () => {
  const wish = fc.record({
    ask: fc.constantFrom('start', 'stop', 'uninstall', 'configure', 'upgrade'),
    failing: fc.subarray([
      'await',
      'install',
      'start',
      'register',
      'unregister',
      'stop',
      'upgrade',
      'configure',
      'switch',
    ]),
  })

  it('comes to rest, starts before it stops, and is uninstalled once', () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 12 }), (wishes) => {
        let { life, done } = run(fresh)
        for (const { ask, failing } of wishes) {
          if (!operationsIn(life.state).includes(ask as never)) continue
          life = {
            ...life,
            ...(ask in installationMachine.moves ? { state: stateAfter(life.state, ask as 'start') } : {}),
            ...(ask === 'configure' ? { revision: life.revision + 1 } : {}),
            ...(ask === 'upgrade' ? { targetReleaseId: 'rel_2' } : {}),
            ...(ask === 'uninstall' ? { targetReleaseId: null } : {}),
          }
          const next = run(life, failing)
          life = next.life
          done = [...done, ...next.done]
          expect(['RUNNING', 'STOPPED', 'ERROR', 'UNINSTALLED']).toContain(life.state)
          if (life.state === 'RUNNING') expect(life.toldRevision).toBe(life.revision)
        }
        const hooks = done
          .map((name) => name.replace('@2', ''))
          .filter((name) => name === 'stop' || name === 'uninstall')
        expect(hooks.filter((name) => name === 'uninstall').length).toBeLessThanOrEqual(1)
        expect(hooks.indexOf('uninstall') === -1 || hooks.at(-1) === 'uninstall').toBe(true)
      }),
    )
  })
})
