import type { Inputs } from './read-inputs.ts'

export interface UnusualInput {
  name: string
  value: string
  /** Share of the calls that are nearer to what is usual: 1 is the most unusual. */
  unusual: number
}

const SHOWN = 5
const LEAST = 0.5

/** The inputs of one call that differ most from those of all calls: what a person looks at first to explain a price. */
export function unusualInputs(inputs: Inputs, all: readonly Inputs[]): UnusualInput[] {
  return Object.entries(inputs)
    .map(([name, value]) => ({ name, value, unusual: unusualness(value, valuesOf(all, name)) }))
    .filter(({ unusual }) => unusual >= LEAST)
    .toSorted((a, b) => b.unusual - a.unusual || a.name.localeCompare(b.name))
    .slice(0, SHOWN)
}

function valuesOf(all: readonly Inputs[], name: string): string[] {
  return all.flatMap((inputs) => (inputs[name] === undefined ? [] : [inputs[name]]))
}

function unusualness(value: string, values: readonly string[]): number {
  const numbers = values.map(Number)
  if (value.trim() !== '' && numbers.every(Number.isFinite)) {
    const sorted = numbers.toSorted((a, b) => a - b)
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
    const distance = Math.abs(Number(value) - middle)
    return share(numbers.filter((number) => Math.abs(number - middle) < distance).length, values.length)
  }
  const alike = values.filter((other) => other === value).length
  // Names and numbers of vehicles are all different and explain nothing.
  if (new Set(values).size > values.length / 2) return 0
  return share(values.length - alike, values.length)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100) / 100
}
