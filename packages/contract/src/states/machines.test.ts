import { describe, expect, it } from 'vitest'
import { installationMachine, installationStates, operationsIn } from './installation.ts'
import { listingFacts, listingStates } from './listing.ts'
import { type Machine, moved, statesOf } from './machine.ts'
import { machines, tones } from './machines.ts'
import { releaseMachine, releaseStates } from './release.ts'

/** Every move that is possible, written down by hand: `state move` → where it leads. All others are refused. */
const possible: Record<keyof typeof machines, Record<string, string>> = {
  listing: {
    'null publish': 'DRAFT',
    'DRAFT approve': 'VERIFIED',
    'DRAFT suspend': 'SUSPENDED',
    'DRAFT retire': 'RETIRED',
    'VERIFIED make-public': 'PUBLIC',
    'VERIFIED suspend': 'SUSPENDED',
    'VERIFIED retire': 'RETIRED',
    'PUBLIC withdraw': 'VERIFIED',
    'PUBLIC suspend': 'SUSPENDED',
    'PUBLIC retire': 'RETIRED',
    'SUSPENDED reinstate': 'VERIFIED',
    'SUSPENDED reinstate-draft': 'DRAFT',
    'SUSPENDED retire': 'RETIRED',
  },
  release: {
    'null upload': 'UPLOADED',
    'UPLOADED accept': 'CHECKED',
    'UPLOADED reject': 'REJECTED',
    'CHECKED go-live': 'LIVE',
    'CHECKED fail': 'FAILED',
    'LIVE supersede': 'SUPERSEDED',
    'SUPERSEDED roll-back': 'LIVE',
    'LIVE withdraw': 'WITHDRAWN',
    'SUPERSEDED withdraw': 'WITHDRAWN',
    'FAILED withdraw': 'WITHDRAWN',
  },
  review: {
    'null open': 'OPEN',
    'OPEN approve': 'APPROVED',
    'OPEN request-changes': 'CHANGES_REQUESTED',
    'OPEN withdraw': 'WITHDRAWN',
  },
  deployment: {
    'null start': 'STARTING',
    'STARTING healthy': 'RUNNING',
    'STARTING fail': 'FAILED',
    'STARTING drain': 'STOPPING',
    'STARTING stopped': 'STOPPED',
    'RUNNING sicken': 'SICK',
    'RUNNING drain': 'STOPPING',
    'RUNNING stopped': 'STOPPED',
    'SICK healthy': 'RUNNING',
    'SICK drain': 'STOPPING',
    'SICK stopped': 'STOPPED',
    'STOPPING start': 'STARTING',
    'STOPPING healthy': 'RUNNING',
    'STOPPING stopped': 'STOPPED',
    'STOPPED start': 'STARTING',
    'FAILED start': 'STARTING',
  },
  instance: {
    'null start': 'STARTING',
    'STARTING healthy': 'HEALTHY',
    'STARTING sicken': 'SICK',
    'STARTING drain': 'DRAINING',
    'STARTING stopped': 'STOPPED',
    'HEALTHY restart': 'STARTING',
    'HEALTHY sicken': 'SICK',
    'HEALTHY drain': 'DRAINING',
    'HEALTHY stopped': 'STOPPED',
    'SICK stopped': 'STOPPED',
    'DRAINING recall': 'HEALTHY',
    'DRAINING stopped': 'STOPPED',
  },
  installation: {
    'null launch': 'PENDING',
    'PENDING healthy': 'STARTING',
    'PENDING failed': 'ERROR',
    'PENDING uninstall': 'UNINSTALLING',
    'STARTING hooks-done': 'REGISTERING',
    'STARTING fall-back': 'PENDING',
    'STARTING failed': 'ERROR',
    'STARTING uninstall': 'UNINSTALLING',
    'REGISTERING registered': 'RUNNING',
    'REGISTERING failed': 'ERROR',
    'REGISTERING stop': 'STOPPING',
    'REGISTERING uninstall': 'UNINSTALLING',
    'RUNNING stop': 'STOPPING',
    'RUNNING uninstall': 'UNINSTALLING',
    'STOPPING stopped': 'STOPPED',
    'STOPPED start': 'PENDING',
    'STOPPED uninstall': 'UNINSTALLING',
    'UNINSTALLING uninstalled': 'UNINSTALLED',
    'ERROR retry': 'PENDING',
    'ERROR start': 'PENDING',
    'ERROR stop': 'STOPPING',
    'ERROR uninstall': 'UNINSTALLING',
  },
  delivery: {
    'null accept': 'WAITING',
    'WAITING deliver': 'DELIVERED',
    'WAITING retry': 'WAITING',
    'WAITING give-up': 'DEAD',
    'WAITING pause': 'PAUSED',
    'WAITING replay': 'WAITING',
    'PAUSED deliver': 'DELIVERED',
    'PAUSED give-up': 'DEAD',
    'PAUSED resume': 'WAITING',
    'DELIVERED replay': 'WAITING',
    'DEAD replay': 'WAITING',
  },
  registration: {
    'null register': 'REGISTERING',
    'REGISTERING register': 'REGISTERING',
    'REGISTERING registered': 'REGISTERED',
    'REGISTERING unregister': 'REMOVING',
    'REGISTERED register': 'REGISTERING',
    'REGISTERED registered': 'REGISTERED',
    'REGISTERED unregister': 'REMOVING',
    'REMOVING register': 'REGISTERING',
    'REMOVING unregister': 'REMOVING',
  },
}

describe.each(Object.entries(machines as Record<string, Machine>))('the machine of a %s', (name, machine) => {
  const expected = possible[name as keyof typeof machines]
  const pairs = [null, ...statesOf(machine)].flatMap((state) =>
    Object.keys(machine.moves).map((move) => [String(state), move, state] as const),
  )

  it.each(pairs)('%s, %s', (word, move, state) => {
    expect(moved(machine, state, move)).toBe(expected[`${word} ${move}`])
  })

  it('names only states it has, and reaches every one of them', () => {
    const rows = Object.values(machine.moves)
    expect(new Set(rows.map(({ to }) => to))).toEqual(new Set(statesOf(machine)))
    for (const from of rows.flatMap((row) => row.from)) expect([null, ...statesOf(machine)]).toContain(from)
  })

  it('reads the same at a glance as every other machine with a state of the same name', () => {
    for (const [state, { tone }] of Object.entries(machine.states)) expect(tones[state as 'LIVE'], state).toBe(tone)
  })
})

describe('an installation', () => {
  /** What answers when: gateway call, webhook POST, public path, deliveries, state interface, and what may be asked. */
  const table: Record<string, [string, string, string, boolean, number, string]> = {
    PENDING: ['unavailable', 'accept', 'unavailable', false, 200, 'uninstall'],
    STARTING: ['unavailable', 'accept', 'forward', false, 200, 'uninstall'],
    REGISTERING: ['forward', 'accept', 'forward', true, 200, 'configure, upgrade, stop, uninstall'],
    RUNNING: ['forward', 'accept', 'forward', true, 200, 'configure, upgrade, stop, uninstall'],
    STOPPING: ['unavailable', 'accept', 'unavailable', false, 200, ''],
    STOPPED: ['inactive', 'inactive', 'inactive', false, 410, 'configure, upgrade, start, uninstall'],
    UNINSTALLING: ['unavailable', 'accept', 'unavailable', false, 200, ''],
    UNINSTALLED: ['inactive', 'inactive', 'inactive', false, 410, ''],
    ERROR: ['unavailable', 'accept', 'unavailable', false, 200, 'configure, upgrade, start, stop, uninstall'],
  }

  it.each(installationStates)('that is %s answers and takes what the specification says', (state) => {
    const { call, webhook, publicPath, delivers, answersState } = installationMachine.states[state]
    const asked = operationsIn(state).join(', ')
    expect([call, webhook, publicPath, delivers, answersState ? 200 : 410, asked]).toEqual(table[state])
  })

  it('needs its release to run unless it is stopped or gone', () => {
    const idle = installationStates.filter((state) => !installationMachine.states[state].needsDeployment)
    expect(idle).toEqual(['STOPPED', 'UNINSTALLED'])
  })
})

describe('a listing', () => {
  const where = (holds: (facts: ReturnType<typeof listingFacts>) => boolean) =>
    [null, ...listingStates].filter((state) => holds(listingFacts(state)))

  it('is shown to everyone when it is public, and launched by everyone then; before that by its publisher', () => {
    expect(where(({ shown }) => shown)).toEqual(['PUBLIC'])
    expect(where(({ launchers }) => launchers === 'everyone')).toEqual(['PUBLIC'])
    expect(where(({ launchers }) => launchers === 'publisher')).toEqual(['DRAFT', 'VERIFIED'])
  })

  it('is unknown to other organizations until it is public', () => {
    expect(where(({ known }) => !known)).toEqual([null, 'DRAFT', 'VERIFIED'])
  })
})

describe('a release', () => {
  const where = (outcome: string) => releaseStates.filter((state) => releaseMachine.states[state].outcome === outcome)

  it('is undecided until it has run or failed', () => {
    expect(where('undecided')).toEqual(['UPLOADED', 'CHECKED'])
    expect(where('ran')).toEqual(['LIVE', 'SUPERSEDED'])
    expect(where('failed')).toEqual(['REJECTED', 'FAILED', 'WITHDRAWN'])
  })
})
