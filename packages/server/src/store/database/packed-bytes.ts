/**
 * Many byte strings as one parameter: an array of them would travel as hexadecimal text, one long string travels as it is. Each
 * value is cut out in SQL by `substring(<bytes> from <start> for <length>)`; a null has no start.
 */
export interface PackedBytes {
  bytes: Buffer
  starts: (number | null)[]
  lengths: number[]
}

export function packBytes(values: readonly (Buffer | null)[]): PackedBytes {
  const starts: (number | null)[] = []
  const lengths: number[] = []
  let offset = 1
  for (const value of values) {
    starts.push(value === null ? null : offset)
    lengths.push(value?.length ?? 0)
    offset += value?.length ?? 0
  }
  return { bytes: Buffer.concat(values.filter((value) => value !== null)), starts, lengths }
}
