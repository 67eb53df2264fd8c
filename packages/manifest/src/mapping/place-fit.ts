import type { MappingField } from '../manifest.ts'
import type { SchemaPlace } from './schema-place.ts'

/**
 * How well a place fits a mapping field. 0: not at all. Up to `looseFit`: related words, worth showing to a person.
 * Above: the same words, good enough to be suggested.
 */
export const looseFit = 40

/** Fits a field to a place by words of name and title and by type. */
export function placeFit(field: MappingField, place: SchemaPlace, product: string): number {
  const kind = placeKind(place.type)
  const wanted = fieldKind(field)
  if (kind === 'none' || !takes(wanted, kind)) return 0
  const context = new Set([product, ...place.crumbs, ...place.owners].flatMap(wordsOf))
  const pairs = [
    { given: field.name, offered: place.name, weight: 100 },
    { given: field.title, offered: place.title, weight: 96 },
    { given: field.name, offered: place.title, weight: 92 },
    { given: field.title, offered: place.name, weight: 92 },
  ]
  const best = Math.max(...pairs.map(({ given, offered, weight }) => wordFit(given, offered, weight, context)))
  if (best <= looseFit) return best
  const twice = squash(field.name) === squash(place.name) && squash(field.title) === squash(place.title) ? 4 : 0
  const typed = wanted !== undefined && wanted === kind ? 3 : 0
  const deep = { plain: 0, peril: 8, group: 12 }[place.depth]
  const elsewhere = place.containedIn.length > 0 && !place.containedIn.includes(product) ? 10 : 0
  return best + twice + typed - deep - elsewhere
}

function wordFit(given: string, offered: string, weight: number, context: ReadonlySet<string>): number {
  const [wanted, found] = [wordsOf(given), wordsOf(offered)]
  if (wanted.length === 0 || found.length === 0) return 0
  if (squash(given) === squash(offered)) return weight
  // "Vehicle value" in a vehicle is its value. "Engine model" there is not its model: "engine" says something more.
  const [own, theirs] = [withoutContext(wanted, context), withoutContext(found, context)]
  if (own.join(' ') === theirs.join(' ')) return weight - 8
  const last = wanted.at(-1)
  if (last === found.at(-1)) return looseFit
  return last !== undefined && last.length > 3 && found.includes(last) ? looseFit / 2 : 0
}

/** Leaves out leading words that only say where the field is. One word always stays. */
function withoutContext(words: readonly string[], context: ReadonlySet<string>): string[] {
  const from = words.findIndex((word, index) => !context.has(word) || index === words.length - 1)
  return words.slice(from)
}

/** `modelYear`, `model_year` and `Model year` have the same words. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function squash(text: string): string {
  return wordsOf(text).join('')
}

type Kind = 'number' | 'date' | 'text' | 'boolean' | 'none'

const placeKinds: readonly [RegExp, Kind][] = [
  [/^(number|int|integer|long|short|decimal|bigdecimal|double|float|money|currency|percentage)$/, 'number'],
  [/^(date|datetime|timestamp|localdate|localdatetime)$/, 'date'],
  [/^(bool|boolean)$/, 'boolean'],
  // Not one value: nothing an application could read or fill by itself.
  [/^(group|object|map|json|array|list|table|file|media|image|document|binary)$/, 'none'],
]

/** The kind of value a place holds. The enterprise variant marks what is optional (`int?`), lists and the like. */
function placeKind(type: string): Kind {
  const plain = type.toLowerCase().replace(/[?!]$/, '')
  if (/[[\]*+<>]/.test(plain)) return 'none'
  return placeKinds.find(([form]) => form.test(plain))?.[1] ?? 'text'
}

const dateWords = new Set(['date', 'birthday', 'dob'])
const numberWords = new Set([
  ...['year', 'age', 'amount', 'value', 'limit', 'deductible', 'premium', 'cost', 'price', 'sum'],
  ...['count', 'mileage', 'percentage', 'score'],
])

/** The kind of value a field asks for, as far as its words tell: its manifest entry has no type. */
function fieldKind({ name, title }: MappingField): Kind | undefined {
  const words = [wordsOf(name), wordsOf(title)]
  if (words.some((each) => each.some((word) => dateWords.has(word)))) return 'date'
  return words.some((each) => numberWords.has(each.at(-1) ?? '')) ? 'number' : undefined
}

/** Texts and lists of choices hold numbers and dates too; a date is no number, and neither is a yes or no. */
function takes(wanted: Kind | undefined, kind: Kind): boolean {
  return wanted === undefined || kind === 'text' || kind === wanted
}
