import { z } from 'zod'

/** Shapes that many operations share. */

export const id = z.string().min(1).max(64).describe('An opaque identifier')
export const time = z.iso.datetime({ offset: true }).describe('An ISO 8601 time')
export const variant = z.enum(['connected', 'enterprise']).describe('The variant of the policy system')

const namePart = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The name of an organization or an app: lower-case letters, digits and hyphens. */
export const name = z
  .string()
  .regex(namePart, 'Use 1 to 63 lower-case letters, digits and hyphens, beginning and ending with a letter or digit.')

export const idParams = z.strictObject({ id })
export const orgParams = z.strictObject({ org: z.string().min(1).max(64).describe('An organization, by id or name') })

/** Text of a person: no control characters but line breaks and tabs, no lone surrogates. */
export function text(max: number) {
  return z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .refine((value) => value.isWellFormed() && !hasControl(value), 'Remove control characters from the text.')
}

export function line(max: number) {
  return text(max).refine((value) => !/[\r\n]/.test(value), 'Use a single line.')
}

/** Why a person did something that others have to live with: never blank. */
export function reason(max: number) {
  return text(max)
    .min(1)
    .refine((value) => value === '' || value.trim() !== '', 'Fill this in.')
}

/** An address on the web. A lone surrogate has no place in one, although a parser replaces it silently. */
export function webAddress(max: number) {
  return z
    .url({ protocol: /^https?$/, error: 'Give an http or https address.' })
    .max(max)
    .refine((value) => value.isWellFormed() && !hasControl(value), 'Remove control characters from the address.')
}

/** Where people find help: an email address or an https address, or nothing yet. */
export function contact(max: number) {
  const isContact = (value: string) =>
    z.email().safeParse(value).success || (value.startsWith('https://') && webAddress(max).safeParse(value).success)
  return line(max).refine((value) => value === '' || isContact(value), 'Give an email address or an https address.')
}

const hostNameForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** A host name as DNS has it. Applications get it in a header, so nothing else is taken. */
export const hostName = z
  .string()
  .regex(
    hostNameForm,
    'Give a host name: letters, digits and hyphens between dots, such as tenant.example.com. Write an international name in its ASCII form (xn--…).',
  )

function hasControl(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true
  }
  return false
}

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of items'),
  cursor: z.string().max(1000).optional().describe('`next` of the page before'),
})

export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe('The cursor of the next page, null at the end'),
  })
}

export const organizationRef = z.object({ id, name })
export const fieldProblem = z.object({ pointer: z.string(), rule: z.string(), message: z.string() })

/** A problem of a manifest, as the manifest rules report it. */
export const manifestProblem = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  pointer: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  message: z.string(),
  fix: z.string().optional(),
})

export const json = z.json().describe('Any JSON value')
export const done = z.object({})
