const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/

/** A number as it is given, also as text. */
export function parseNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : NaN
  return Number.isFinite(number) ? number : undefined
}

/** True or false as it is given, also as text. */
export function parseBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const word = value.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}
