import type { Inputs } from './read-inputs.ts'

export interface UnusualInput {
  name: string
  value: string
  /** Share of the calls that are nearer to what is usual: 1 is the most unusual. */
  unusual: number
}

const SHOWN = 5
const LEAST = 0.5

/**
 * Finds the inputs of one call that differ most from those of all calls: what a person looks at first to explain a price. What is
 * usual for an input is found out once, when it is first asked for.
 */
export function createUnusualInputs(all: readonly Inputs[]): (inputs: Inputs) => UnusualInput[] {
  const known = new Map<string, (value: string) => number>()
  function unusualness(name: string, value: string): number {
    const judge = known.get(name) ?? usualOf(all.flatMap((inputs) => inputs[name] ?? []))
    known.set(name, judge)
    return judge(value)
  }
  return (inputs) =>
    Object.entries(inputs)
      .map(([name, value]) => ({ name, value, unusual: unusualness(name, value) }))
      .filter(({ unusual }) => unusual >= LEAST)
      .toSorted((a, b) => b.unusual - a.unusual || a.name.localeCompare(b.name))
      .slice(0, SHOWN)
}

/** Judges a value by all values of its input: numbers by their distance from the middle, others by how many are alike. */
function usualOf(values: readonly string[]): (value: string) => number {
  const numbers = values.map(Number)
  if (values.every((value) => value.trim() !== '') && numbers.every(Number.isFinite)) {
    const middle = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
    const distanceOf = (number: number) => Math.abs(number - middle)
    return (value) => {
      const distance = distanceOf(Number(value))
      return share(numbers.filter((number) => distanceOf(number) < distance).length, values.length)
    }
  }
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  // Names and numbers of vehicles are all different and explain nothing.
  if (counts.size > values.length / 2) return () => 0
  return (value) => share(values.length - (counts.get(value) ?? 0), values.length)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100) / 100
}
