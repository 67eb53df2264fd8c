import type { FakePlatform, FakeRoute, Target } from './fake-platform.ts'

/** One customer's request; its answer must not depend on who was served before or beside. */
export interface Probe {
  readonly route: FakeRoute
  readonly path: string
  readonly payload: unknown
  /** Texts of this customer alone (settings, secrets): none may appear in another customer's answer. */
  readonly own?: readonly string[]
}

/** A running copy of the application. */
export interface RunningApp {
  readonly target: Target
  stop?(): Promise<void>
}

export interface StatelessnessOptions {
  readonly platform: FakePlatform
  /** Starts a fresh copy; called several times. */
  readonly start: () => Promise<RunningApp>
  readonly probes: readonly Probe[]
  /** Parts of an answer that rightly differ each time (a time, an id) are taken out here; the id of the request is already. */
  readonly normalize?: (body: string) => string
}

/**
 * Finds state kept between calls and data that bleeds from one customer to another. Each request is answered alone by
 * a fresh copy first; one copy must then give the same answers in order, in reverse order, and all at once. Gives back
 * the problems found, in words; an empty list is success.
 *
 * @example
 * expect(await findBleeding({ platform, start, probes })).toEqual([])
 */
export async function findBleeding(options: StatelessnessOptions): Promise<string[]> {
  const { platform, probes, normalize = (body) => body } = options
  const ask = async (target: Target, probe: Probe) => {
    const response = await platform.send(target, probe.route, probe.path, probe.payload)
    return `${response.status} ${normalize((await response.text()).replaceAll(/req_[0-9a-f]+/g, 'req'))}`
  }
  const alone: string[] = []
  for (const probe of probes) alone.push(await withCopy(options, (target) => ask(target, probe)))

  const problems = new Set<string>()
  const compare = (how: string, index: number, answer: string) => {
    const probe = probes[index]
    if (!probe) return
    const name = `request ${index + 1} (POST ${probe.path})`
    if (answer !== alone[index]) {
      problems.add(`${name} is answered differently ${how}: ${answer} instead of ${alone[index]}`)
    }
    const foreign = probes.filter((other) => other.route !== probe.route).flatMap((other) => other.own ?? [])
    if (foreign.some((text) => answer.includes(text) && !probe.own?.includes(text))) {
      problems.add(`${name} shows another customer's data ${how}`)
    }
  }
  await withCopy(options, async (target) => {
    for (const [index, probe] of probes.entries()) compare('after other requests', index, await ask(target, probe))
    for (const [index, probe] of [...probes.entries()].reverse()) {
      compare('in reverse order', index, await ask(target, probe))
    }
    const together = [...probes.entries()].flatMap((entry) => Array.from({ length: 5 }, () => entry))
    await Promise.all(
      together.map(async ([index, probe]) => compare('beside other requests', index, await ask(target, probe))),
    )
  })
  return [...problems]
}

async function withCopy<T>(options: StatelessnessOptions, use: (target: Target) => Promise<T>): Promise<T> {
  const copy = await options.start()
  try {
    return await use(copy.target)
  } finally {
    await copy.stop?.()
  }
}
