import type { ApiAddress } from './relay-address.ts'

/** What stands for what in a text: the longest first. */
export type LinkPairs = readonly (readonly [from: string, to: string])[]

/** What may not follow an address: then it is the beginning of another one. */
const GOES_ON = /[A-Za-z0-9.:_-]/

const escaped = (text: string) => text.replaceAll('/', '\\/')

/** Both ways in which JSON may write an address. */
function spelled(from: string, to: string): [string, string][] {
  return [
    [from, to],
    [escaped(from), escaped(to)],
  ]
}

function other(origin: string): string {
  return origin.startsWith('https:') ? origin.replace('https:', 'http:') : origin.replace('http:', 'https:')
}

/**
 * Addresses of the policy system as the application must see them: those below the API lead to its own place at the relay, others of the same host
 * to the relay's origin. A policy system behind a proxy may believe that it speaks the other scheme.
 */
export function towardsRelay({ origin, base }: ApiAddress, relayUrl: string, installationId: string): LinkPairs {
  const origins = new URL(origin).port === '' ? [origin, other(origin)] : [origin]
  const own = `${relayUrl}/${installationId}`
  const below = origins.flatMap((one) => spelled(one + base, own))
  return base === '' ? below : [...below, ...origins.flatMap((one) => spelled(one, relayUrl))]
}

/** The same the other way: what the application sends back must not keep the address of the relay. */
export function towardsPolicySystem({ origin, base }: ApiAddress, relayUrl: string, installationId: string): LinkPairs {
  return [...spelled(`${relayUrl}/${installationId}`, origin + base), ...spelled(relayUrl, origin)]
}

/** Rewrites one whole text. */
export function rewriteLinks(text: string, pairs: LinkPairs): string {
  const rewriter = new LinkRewriter(pairs)
  return rewriter.feed(text) + rewriter.end()
}

/** Rewrites addresses in a text that comes in pieces, a character for each byte; an address may be cut anywhere. */
export class LinkRewriter {
  readonly #pairs: LinkPairs
  #held = ''

  constructor(pairs: LinkPairs) {
    this.#pairs = pairs
  }

  /** What is certain by now of the text so far. */
  feed(part: string): string {
    return this.#rewrite(this.#held + part, false)
  }

  /** The rest, when nothing follows. */
  end(): string {
    return this.#rewrite(this.#held, true)
  }

  #rewrite(text: string, isLast: boolean): string {
    let done = ''
    let at = 0
    for (;;) {
      const next = text.indexOf('http', at)
      if (next < 0) break
      done += text.slice(at, next)
      const pair = this.#pairs.find(([from]) => text.startsWith(from, next) && !this.#goesOn(text, next + from.length))
      const undecided = !isLast && this.#pairs.some(([from]) => isBeginning(text, next, from))
      if (undecided) {
        this.#held = text.slice(next)
        return done
      }
      at = next + (pair === undefined ? 4 : pair[0].length)
      done += pair === undefined ? 'http' : pair[1]
    }
    const rest = text.slice(at)
    const cut = isLast ? rest.length : cutBefore(rest)
    this.#held = rest.slice(cut)
    return done + rest.slice(0, cut)
  }

  #goesOn(text: string, at: number): boolean {
    return at < text.length && GOES_ON.test(text.charAt(at))
  }
}

/** Whether the text ends inside this address, or right behind it: what follows decides. */
function isBeginning(text: string, at: number, address: string): boolean {
  const left = text.length - at
  return left <= address.length && address.startsWith(text.slice(at))
}

/** Where the beginning of an address may stand at the end of a text. */
function cutBefore(text: string): number {
  for (const part of ['htt', 'ht', 'h']) if (text.endsWith(part)) return text.length - part.length
  return text.length
}
