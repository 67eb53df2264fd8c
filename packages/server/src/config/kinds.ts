import { isIP } from 'node:net'
import { z } from 'zod'
import { parsePairs } from '../lib/otlp/parse-pairs.ts'

// Kinds of values that several variables share, each with the sentence for a wrong one.

export const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'Give a port number from 0 to 65535; 0 means any free port.')
    .transform(Number)
    .refine((value) => value <= 65535, 'Give a port number from 0 to 65535; 0 means any free port.')
    .default(fallback)

export const origin = z
  .string()
  .refine((value) => isOrigin(value), 'Give an origin such as https://market.example.com, without a path.')
  .transform((value) => new URL(value).origin)

export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return (
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  )
}

export function hasUserInfo(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && (url.username !== '' || url.password !== '')
}

export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

export function isAddressOrRange(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const kind = isIP(address)
  if (kind === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

export function isAllowed(value: string): boolean {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(value)
  if (bracketed) return isIP(bracketed[1] ?? '') === 6
  const withPort = /^([^:]+):(\d{1,5})$/.exec(value)
  return withPort ? isIP(withPort[1] ?? '') === 4 : isAddressOrRange(value)
}

export const pairs = z.string().transform((value, context) => {
  const found = parsePairs(value)
  if (found !== undefined) return found
  context.addIssue({
    code: 'custom',
    message: 'Give key=value pairs, separated by commas, with percent-encoded values.',
  })
  return z.NEVER
})

export const flag = z.enum(['0', '1'], 'Give 1 or 0.').transform((value) => value === '1')

/** Whether only this machine reaches what listens on the address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
