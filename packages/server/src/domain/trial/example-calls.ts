import type { Answered, ComparedCall } from './compared-call.ts'
import { changeOf, pricedCall } from './priced-call.ts'

/** A call with both answers, for a person who looks into it. */
export interface ExampleCall {
  id: string
  request: Buffer
  before: Answered
  after: Answered
}

const EACH = 25
const MAX_BYTES = 256 * 1024

/** Keeps the calls that changed most in either direction and the first that fail, whole: few, whatever the sample holds. */
export function createExampleCalls() {
  const ups: { percent: number; call: ExampleCall }[] = []
  const downs: typeof ups = []
  const failures: ExampleCall[] = []

  function keep(list: typeof ups, entry: (typeof ups)[number]): void {
    list.push(entry)
    // The order of the report, so that what it shows can be looked into.
    list.sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent) || (a.call.id < b.call.id ? -1 : 1))
    list.length = Math.min(list.length, EACH)
  }

  return {
    add(compared: ComparedCall, call: ExampleCall): void {
      const size = call.request.length + (call.before.answer?.length ?? 0) + (call.after.answer?.length ?? 0)
      if (size > 3 * MAX_BYTES) return
      if (compared.before.failure === null && compared.after.failure !== null) {
        if (failures.length < EACH) failures.push(call)
        return
      }
      if (compared.changed.length === 0) return
      const { percent } = changeOf(pricedCall(compared, new Set()).perils)
      keep(percent < 0 ? downs : ups, { percent, call })
    },
    all: (): ExampleCall[] => [...ups, ...downs].map(({ call }) => call).concat(failures),
  }
}
