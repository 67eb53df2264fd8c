import { usualValue } from './sample-calls.ts'

/** A field of a product as its policy system describes it. */
interface Field {
  name: string
  type: string
  /** What it may hold, where there is a choice. */
  values?: readonly string[] | undefined
}

const numbers = ['number', 'int', 'integer', 'long', 'decimal']
const ofType: Record<string, string> = {
  ...Object.fromEntries(numbers.map((type) => [type, '1'])),
  boolean: 'true',
  date: '2026-01-01',
  datetime: '2026-01-01T00:00:00Z',
  email: 'test@example.test',
  phone: '+1 555 0100',
}

/** A value as this field holds them: what it usually has in samples, else its first choice, else one of its type. Undefined for text that may be anything. */
export function exampleValue({ name, type, values = [] }: Field): string | undefined {
  // Some policy systems mark by a sign how many there may be: `date?`.
  const plain = type.replace(/(?<!\W)\W+$/, '')
  const known = usualValue(name)
  const fits = known !== undefined && (!numbers.includes(plain) || Number.isFinite(Number(known)))
  if (fits && (values.length === 0 || values.includes(known))) return known
  return values[0] ?? (Object.hasOwn(ofType, plain) ? ofType[plain] : undefined)
}

/** A value that the field allows, for a sample. */
export const sampleValue = (field: Field): string => exampleValue(field) ?? 'Test'
