import { isPlainText } from './plain-text.ts'
import { ScimRefusal } from './scim-refusal.ts'

const invalid = (detail: string) => new ScimRefusal(400, detail, 'invalidValue')

/** An object of JSON; anything else is refused. */
export function scimObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimRefusal(400, `${what} is no object.`, 'invalidSyntax')
  return value as Record<string, unknown>
}

/** Entra wraps single values: `[{ "$ref": null, "value": "x" }]`. */
function unwrapped(value: unknown): unknown {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof one === 'object' && one !== null && 'value' in one ? one.value : one
}

/** A text of one line, or null for none. */
export function scimText(value: unknown, name: string, most = 254): string | null {
  const text = unwrapped(value)
  if (text === null || text === undefined || text === '') return null
  if (typeof text !== 'string') throw invalid(`${name} is no text.`)
  if (!isPlainText(text, most)) throw invalid(`${name} is longer than ${most} characters or holds control characters.`)
  return text
}

/** A truth value; Entra sends it as text, "True" and "False". */
export function scimBoolean(value: unknown, name: string): boolean {
  const one = unwrapped(value)
  if (typeof one === 'boolean') return one
  const word = typeof one === 'string' ? one.toLowerCase() : ''
  if (word === 'true') return true
  if (word === 'false') return false
  throw invalid(`${name} is neither true nor false.`)
}

export interface ScimOperation {
  op: 'add' | 'replace' | 'remove'
  /** The attribute in lower case, without the URN of its core schema; empty for an operation without a path. */
  attribute: string
  /** The text between the brackets of `members[value eq "…"]`. */
  filter: string | undefined
  value: unknown
}

const MAX_OPERATIONS = 1000
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i

/** A path as `attribute`, `attribute.sub` or `attribute[filter].sub`. Paths of extensions stay whole, so nothing knows them. */
function parsePath(path: string): Pick<ScimOperation, 'attribute' | 'filter'> {
  const own = path.trim().replace(CORE, '')
  const open = own.indexOf('[')
  const close = own.lastIndexOf(']')
  if (open < 0) return { attribute: own.toLowerCase(), filter: undefined }
  if (close < open) throw new ScimRefusal(400, 'The path has a bracket that does not close.', 'invalidPath')
  return { attribute: (own.slice(0, open) + own.slice(close + 1)).toLowerCase(), filter: own.slice(open + 1, close) }
}

/** Reads a PatchOp as directories really send it: `op` in any case, values without a path as an object of paths. */
export function scimOperations(body: unknown): ScimOperation[] {
  const entries = Object.entries(scimObject(body, 'The body'))
  const list = entries.find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(list) || list.length > MAX_OPERATIONS)
    throw new ScimRefusal(400, `Operations is no list of at most ${MAX_OPERATIONS}.`, 'invalidSyntax')
  return list.flatMap((entry) => {
    const { op: word, path, value } = scimObject(entry, 'An operation')
    const op = String(word).toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimRefusal(400, 'op is add, replace or remove.', 'invalidSyntax')
    if (typeof path === 'string' && path !== '')
      return parts({ ...parsePath(path.slice(0, 500)), value }).map((one) => ({ op, ...one }) as const)
    if (op === 'remove') throw new ScimRefusal(400, 'A remove operation needs a path.', 'noTarget')
    return attributesOf(value).map((one) => ({ op, ...one }) as const)
  })
}

/** The attributes of a resource as paths with values; `name: { givenName }` and `"name.givenName"` are the same. */
export function attributesOf(resource: unknown): Omit<ScimOperation, 'op'>[] {
  return Object.entries(scimObject(resource, 'The resource')).flatMap(([name, value]) => {
    return parts({ ...parsePath(name), value })
  })
}

const NAME_PARTS = ['givenname', 'familyname']

/** A whole name as its parts: `name` with an object sets the parts it holds; without a value, as in a removal, it is both of them. */
function parts(one: Omit<ScimOperation, 'op'>): Omit<ScimOperation, 'op'>[] {
  const { attribute, value } = one
  if (attribute !== 'name') return [one]
  const given: [string, unknown][] =
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, text]) => [part.toLowerCase(), text])
      : NAME_PARTS.map((part) => [part, null])
  return given.map(([part, text]) => ({ attribute: `name.${part}`, filter: undefined, value: text }))
}
