import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AutofillStep, planAutofill } from './plan-autofill.ts'

interface Definition {
  locator: string
  operation: string
  callSequence: string[]
}

const define = (operation: string, ...callSequence: string[]): Definition => ({
  locator: `at ${operation}`,
  operation,
  callSequence,
})

function apply(definitions: readonly Definition[], steps: readonly AutofillStep[]): Definition[] {
  const now = new Map(definitions.map((item) => [item.operation, item]))
  for (const step of steps) {
    if (step.do === 'delete-autofill') now.delete(step.operation)
    else now.set(step.operation, define(step.operation, ...step.callSequence))
  }
  return [...now.values()]
}

const plan = (wanted: Record<string, string[]>, actual: Definition[], prefix = 'ours-') =>
  planAutofill(
    prefix,
    Object.entries(wanted).map(([name, operations]) => ({ name, operations })),
    actual,
  )
const outcome = (wanted: Record<string, string[]>, actual: Definition[], prefix?: string) =>
  Object.fromEntries(apply(actual, plan(wanted, actual, prefix)).map((item) => [item.operation, item.callSequence]))

describe('registering autofill', () => {
  it('starts from the sequence in force and appends our name', () => {
    const actual = [define('*.*.*', 'everywhere')]
    expect(outcome({ 'ours-a': ['auto.newBusiness.create'] }, actual)).toEqual({
      '*.*.*': ['everywhere'],
      'auto.newBusiness.create': ['everywhere', 'ours-a'],
    })
  })

  it('joins the definition that is there', () => {
    const actual = [define('auto.newBusiness.create', 'theirs')]
    expect(outcome({ 'ours-a': ['auto.newBusiness.create'] }, actual)).toEqual({
      'auto.newBusiness.create': ['theirs', 'ours-a'],
    })
  })

  it('joins more specific definitions too, because they would shadow it', () => {
    const actual = [define('auto.newBusiness.create', 'theirs')]
    expect(outcome({ 'ours-a': ['auto.*.*'] }, actual)).toEqual({
      'auto.newBusiness.create': ['theirs', 'ours-a'],
      'auto.*.*': ['ours-a'],
    })
  })

  it('of a general and a specific entry calls both where both are meant', () => {
    const wanted = { 'ours-a': ['auto.newBusiness.create'], 'ours-b': ['auto.newBusiness.*'] }
    expect(outcome(wanted, [])).toEqual({
      'auto.newBusiness.*': ['ours-b'],
      'auto.newBusiness.create': ['ours-b', 'ours-a'],
    })
  })

  it('takes work in proportion to definitions and operations, not to their product', () => {
    const count = 5_000
    const actual = Array.from({ length: count }, (_, at) => define(`theirs${at}.*.*`, 'x', 'ours-former'))
    const operations = Array.from({ length: count }, (_, at) => `product${at}.newBusiness.create`)
    const began = process.cpuUsage()
    const steps = plan({ 'ours-a': operations }, actual)
    const { user, system } = process.cpuUsage(began)
    expect(steps).toHaveLength(2 * count)
    expect(user + system).toBeLessThan(5_000_000)
  })

  it('reads the name of a product with dots in it as one part', () => {
    const actual = [define('a.b.*.*', 'theirs')]
    expect(outcome({ 'ours-a': ['a.b.newBusiness.create'] }, actual)).toEqual({
      'a.b.*.*': ['theirs'],
      'a.b.newBusiness.create': ['theirs', 'ours-a'],
    })
  })
})

describe('unregistering autofill', () => {
  it('takes out our name alone', () => {
    expect(outcome({}, [define('auto.*.*', 'x', 'ours-a', 'y')])).toEqual({ 'auto.*.*': ['x', 'y'] })
  })

  it('takes out the definition when just the inherited names remain', () => {
    const actual = [define('*.*.*', 'everywhere'), define('auto.*.*', 'everywhere', 'ours-a')]
    expect(outcome({}, actual)).toEqual({ '*.*.*': ['everywhere'] })
  })

  it('takes out a definition that would be empty', () => {
    expect(outcome({}, [define('auto.*.*', 'ours-a')])).toEqual({})
  })
})

const operation = fc.constantFrom(
  '*.*.*',
  'auto.*.*',
  'auto.newBusiness.*',
  'auto.newBusiness.create',
  'auto.renewal.update',
  'home.*.*',
  'home.renewal.create',
)
const ownOperation = operation.filter((item) => item !== '*.*.*')
const wanted = fc.dictionary(fc.constantFrom('ours-a', 'ours-b'), fc.uniqueArray(ownOperation, { minLength: 1 }))
const others = fc
  .dictionary(operation, fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }))
  .map((all) => Object.entries(all).map(([key, names]) => define(key, ...names)))

/** What a call of an operation runs, by the policy system's own lookup. */
function inForce(definitions: readonly Definition[], product: string, transaction: string, action: string): string[] {
  const lookup = [`${product}.${transaction}.${action}`, `${product}.${transaction}.*`, `${product}.*.*`, '*.*.*']
  const found = lookup.map((item) => definitions.find((one) => one.operation === item)).find(Boolean)
  return found?.callSequence ?? []
}

const calls = ['auto', 'home'].flatMap((product) =>
  ['newBusiness', 'renewal'].flatMap((transaction) =>
    ['create', 'update'].map((action) => [product, transaction, action] as const),
  ),
)

describe('whatever others registered', () => {
  it('one plan suffices: planning again finds nothing to do', () => {
    fc.assert(
      fc.property(wanted, others, (want, actual) => {
        const after = apply(actual, plan(want, actual))
        expect(plan(want, after)).toEqual([])
      }),
    )
  })

  it('every call we want runs us once, and runs what others had as before', () => {
    fc.assert(
      fc.property(wanted, others, (want, actual) => {
        const after = apply(actual, plan(want, actual))
        for (const call of calls) {
          const [product, transaction, action] = call
          const covered = Object.entries(want)
            .filter(([, operations]) =>
              operations.some((item) => {
                const [p, t, a] = item.split('.')
                return p === product && (t === '*' || t === transaction) && (a === '*' || a === action)
              }),
            )
            .map(([name]) => name)
          const sequence = inForce(after, ...call)
          expect(sequence.filter((name) => name.startsWith('ours-')).sort()).toEqual(covered.sort())
          expect(sequence.filter((name) => !name.startsWith('ours-'))).toEqual(inForce(actual, ...call))
        }
      }),
    )
  })

  it('registering and unregistering leaves every call as it was', () => {
    fc.assert(
      fc.property(wanted, others, (want, actual) => {
        const during = apply(actual, plan(want, actual))
        const after = apply(during, plan({}, during))
        for (const call of calls) expect(inForce(after, ...call)).toEqual(inForce(actual, ...call))
        expect(after.flatMap((item) => item.callSequence).filter((name) => name.startsWith('ours-'))).toEqual([])
      }),
    )
  })

  it('a broken-off plan is completed by planning again', () => {
    fc.assert(
      fc.property(wanted, others, fc.nat(10), (want, actual, cut) => {
        const steps = plan(want, actual)
        const broken = apply(actual, steps.slice(0, cut))
        const repaired = apply(broken, plan(want, broken))
        expect(plan(want, repaired)).toEqual([])
        const gone = apply(repaired, plan({}, repaired))
        for (const call of calls) expect(inForce(gone, ...call)).toEqual(inForce(actual, ...call))
      }),
    )
  })
})
