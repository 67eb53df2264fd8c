/** A part of a program: an instruction, the name of the place that follows, or an instruction that refers to a named place. */
export type Part = Buffer | { place: string } | Reference

interface Reference {
  to: string
  size: number
  /** The instruction, given how far the place is from the instruction's first byte. */
  encode: (distance: number) => Buffer
}

/** The bytes of a program. `end` is the name of the first byte behind it. */
export function assemble(parts: readonly Part[]): Buffer {
  const places = new Map<string, number>()
  let at = 0
  for (const part of parts) {
    if ('place' in part) places.set(part.place, at)
    else at += 'to' in part ? part.size : part.length
  }
  places.set('end', at)
  let from = 0
  return Buffer.concat(
    parts.flatMap((part) => {
      if ('place' in part) return []
      const bytes = 'to' in part ? part.encode(distanceTo(places, part.to) - from) : part
      from += bytes.length
      return [bytes]
    }),
  )
}

function distanceTo(places: ReadonlyMap<string, number>, name: string): number {
  const place = places.get(name)
  if (place === undefined) throw new Error(`No place of the program is called ${name}.`)
  return place
}
