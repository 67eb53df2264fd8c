/** The part of JSON Schema that descriptions of bodies use. */
export interface Shape {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean | Shape
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
}

/** Values for texts by their name or form; of the candidates the first that fits is taken. */
export interface KnownTexts {
  named: Record<string, string>
  formats: Record<string, string>
  candidates: readonly string[]
  /** Optional properties without which a body is refused before its texts are looked at. */
  needed: readonly string[]
}

/** Where a text stands in a body. `null`: as the name of a property that the description leaves open. */
export type TextPlace = readonly (string | number | null)[]

/** A place in a body for a text of one's choice. The body is allowed by its description and holds nothing optional beside that place but what is needed. */
export interface TextInBody {
  place: TextPlace
  body(text: string): unknown
}

/** Every place for a text in the bodies that a description allows. Only the alternatives of its outermost level are told apart. */
export function textsInBody(shape: Shape, known: KnownTexts): TextInBody[] {
  return alternativesOf(shape).flatMap((alternative) =>
    placesIn(alternative).map((place) => ({
      place,
      body: (text) => sample(alternative, place.at(-1)?.toString() ?? '', place, text, known),
    })),
  )
}

const alternativesOf = (shape: Shape): Shape[] => shape.oneOf ?? shape.anyOf ?? [shape]
const firstOf = (shape: Shape): Shape => alternativesOf(shape)[0] ?? {}
const isFixed = ({ const: value, enum: values }: Shape) => value !== undefined || values !== undefined
const isOpen = ({ additionalProperties: more }: Shape) => more !== undefined && more !== false

function placesIn(shape: Shape): TextPlace[] {
  const one = firstOf(shape)
  if (one !== shape) return placesIn(one)
  if (isFixed(shape)) return []
  if (shape.type === 'array') return placesIn(shape.items ?? {}).map((place) => [0, ...place])
  if (shape.type === 'object') {
    const within = Object.entries(shape.properties ?? {}).flatMap(([name, part]) =>
      placesIn(part).map((place) => [name, ...place]),
    )
    return isOpen(shape) ? [...within, [null]] : within
  }
  // A text, or any JSON value.
  return shape.type === 'string' || shape.type === undefined ? [[]] : []
}

/** What the shape allows, with the text at the place; without a place a body of its own. */
function sample(shape: Shape, name: string, place: TextPlace | undefined, text: string, known: KnownTexts): unknown {
  const one = firstOf(shape)
  if (one !== shape) return sample(one, name, place, text, known)
  if (place?.length === 0) return text
  const [first, ...rest] = place ?? []
  if (isFixed(shape)) return shape.const ?? shape.enum?.[0]
  if (shape.type === 'string') return textFor(shape, name, known)
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  if (shape.type === 'boolean') return true
  if (shape.type === 'array') return [sample(shape.items ?? {}, name, place && rest, text, known)]
  const { properties = {}, required = [] } = shape
  const parts = Object.entries(properties).flatMap(([key, part]) => {
    if (key !== first && !required.includes(key) && !known.needed.includes(key)) return []
    return [[key, sample(part, key, key === first ? rest : undefined, text, known)]]
  })
  return Object.fromEntries(first === null ? [...parts, [text, text]] : parts)
}

function textFor({ format = '', pattern, minLength = 0 }: Shape, name: string, known: KnownTexts): string {
  const given = known.named[name] ?? known.formats[format]
  if (given !== undefined) return given
  const fits = (text: string) => text.length >= minLength && (pattern === undefined || new RegExp(pattern).test(text))
  const found = known.candidates.find(fits)
  if (found === undefined)
    throw new Error(`No sample fits ${name}: ${pattern ?? ''}, at least ${minLength} characters.`)
  return found
}
