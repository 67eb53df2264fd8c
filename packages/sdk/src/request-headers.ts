/** Headers as any framework gives them: a plain object of node:http, Express and Fastify, or a Fetch `Headers`. */
export type HeaderSource = Readonly<Record<string, string | readonly string[] | undefined>> | Headers

/** One header, whatever the case it was written in; of several values the first. */
export function readHeader(source: HeaderSource, name: string): string | undefined {
  if (typeof Headers !== 'undefined' && source instanceof Headers) return source.get(name) ?? undefined
  const plain = source as Readonly<Record<string, string | readonly string[] | undefined>>
  const wanted = name.toLowerCase()
  const value = plain[wanted] ?? Object.entries(plain).find(([key]) => key.toLowerCase() === wanted)?.[1]
  return typeof value === 'object' ? value[0] : value
}
