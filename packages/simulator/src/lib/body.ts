import { Refusal } from './refusal.ts'

export type Json = Record<string, unknown>

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asBody(value: unknown): Json {
  if (!isRecord(value)) throw new Refusal(400, 'body_invalid', 'The request body must be a JSON object')
  return value
}

export function text(body: Json, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw invalid(name, 'a non-empty string')
  return value
}

export function optionalText(body: Json, name: string): string | undefined {
  return body[name] === undefined || body[name] === null ? undefined : text(body, name)
}

export function optionalNumber(body: Json, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(name, 'a number')
  return value
}

export function optionalFlag(body: Json, name: string): boolean | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw invalid(name, 'true or false')
  return value
}

export function texts(body: Json, name: string): string[] {
  const value = body[name]
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw invalid(name, 'a list of strings')
  return value
}

export function oneOf<T extends string>(body: Json, name: string, allowed: readonly T[]): T {
  const value = text(body, name)
  const found = allowed.find((item) => item === value)
  if (found === undefined) throw invalid(name, `one of ${allowed.join(', ')}`)
  return found
}

export function httpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw invalid('url', 'an http or https address')
  return value
}

export function invalid(name: string, wanted: string): Refusal {
  return new Refusal(400, 'field_invalid', `"${name}" must be ${wanted}`)
}
