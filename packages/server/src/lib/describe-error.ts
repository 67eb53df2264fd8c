const FRAMES = 20
const LONGEST = 300

/** What a log may say of an error nobody expected: what kind it is and where it came from, without anything that may be somebody's data. */
export interface ErrorDescription {
  kind: string
  code?: string
  message: string
  /** The calls that led to it, the innermost first. */
  place: string[]
  cause?: ErrorDescription
}

/**
 * Describes an error of unknown origin. A library may quote what it was given in its message (a parser quotes the text it could not read), so what
 * comes after a quote and long words are left out; the place says more than they would.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { kind: error === null ? 'null' : typeof error, message: '', place: [] }
  const { code } = error as { code?: unknown }
  const cause = error.cause === undefined || depth > 1 ? undefined : describeError(error.cause, depth + 1)
  return {
    kind: /^\w{1,60}$/.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? { code } : {}),
    message: withoutData(error.message),
    place: framesOf(error.stack),
    ...(cause === undefined ? {} : { cause }),
  }
}

function withoutData(message: string): string {
  return (
    String(message)
      .slice(0, 2_000)
      // The name of a property comes from the code, not from data.
      .replace(/\((reading|setting) '([\w$]{1,60})'\)/g, '($1 $2)')
      // Quotes may be nested, so everything behind the first one goes.
      .replace(/["'`][\s\S]*$/, '…')
      .replace(/\S{40,}/g, '…')
      .replace(/[^\x20-\x7e…]+/g, ' ')
      .slice(0, LONGEST)
  )
}

function framesOf(stack: unknown): string[] {
  if (typeof stack !== 'string') return []
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, FRAMES).map((line) => line.trim().slice(0, LONGEST))
}
