import { createHash } from 'node:crypto'
import { dumpYaml } from '@kubernetes/client-node'

type Call = (...parts: never[]) => unknown

/** What the template language holds for false. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** A value as templates print it; a value that is not there is a mistake of the chart. */
export function print(value: unknown): string {
  if (value === undefined || value === null) throw new Error('a value that is not there would be printed')
  if (typeof value === 'object' || typeof value === 'function') throw new Error('an object would be printed')
  return String(value)
}

const indent = (spaces: number, text: string) => text.replaceAll(/^/gm, ' '.repeat(spaces))

/** Functions that charts may use, with the meaning that Helm gives them. */
export const functions: Record<string, Call> = {
  and: (...parts: unknown[]) => parts.find(isEmpty) ?? parts.at(-1),
  or: (...parts: unknown[]) => parts.find((part) => !isEmpty(part)) ?? parts.at(-1),
  not: (value: unknown) => isEmpty(value),
  eq: (first: unknown, ...rest: unknown[]) => rest.includes(first),
  ne: (first: unknown, second: unknown) => first !== second,
  gt: (first: number, second: number) => first > second,
  default: (fallback: unknown, value?: unknown) => (isEmpty(value) ? fallback : value),
  fail: (message: string) => {
    throw new Error(message)
  },
  required: (message: string, value: unknown) => {
    if (value === undefined || value === null || value === '') throw new Error(message)
    return value
  },
  ternary: (yes: unknown, no: unknown, test: boolean) => (test ? yes : no),
  quote: (value: unknown) => JSON.stringify(String(value ?? '')),
  int: (value: unknown) => Math.trunc(Number(value)),
  join: (separator: string, parts: unknown[]) => parts.join(separator),
  list: (...parts: unknown[]) => parts,
  append: (list: unknown[], part: unknown) => [...list, part],
  dict: (...parts: unknown[]) =>
    Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[String(part), parts[index + 1]]] : []))),
  toYaml: (value: unknown) => dumpYaml(value, { lineWidth: -1 }).trimEnd(),
  indent,
  nindent: (spaces: number, text: string) => `\n${indent(spaces, text)}`,
  lower: (text: string) => text.toLowerCase(),
  upper: (text: string) => text.toUpperCase(),
  trunc: (length: number, text: string) => text.slice(0, length),
  trimSuffix: (suffix: string, text: string) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  trimPrefix: (prefix: string, text: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
  replace: (from: string, to: string, text: string) => text.replaceAll(from, to),
  hasKey: (map: object, key: string) => Object.hasOwn(map, key),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  printf: (format: string, ...parts: unknown[]) => {
    let next = 0
    return format.replaceAll(/%[sdv]/g, () => print(parts[next++]))
  },
}
