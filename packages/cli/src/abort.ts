export interface AbortOptions {
  /** What to do next, in words. */
  fix?: string
  /** 2 where the command line itself is wrong; 1 where it cannot be done. */
  exit?: 1 | 2
  requestId?: string | null
  /** Further members of the object that `--json` prints, beside `error`. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/**
 * A command ends here because of something the user can fix. Everything else that is thrown is our bug.
 *
 * @example throw new Abort('manifest_missing', 'There is no platform-app.json in ./app.', { fix: 'Write one with "mkt init".' })
 */
export class Abort extends Error {
  readonly code: string
  readonly fix: string | null
  readonly exit: 1 | 2
  readonly requestId: string | null
  readonly extra: Record<string, unknown>

  constructor(code: string, message: string, options: AbortOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Abort'
    this.code = code
    this.fix = options.fix ?? null
    this.exit = options.exit ?? 1
    this.requestId = options.requestId ?? null
    this.extra = options.extra ?? {}
  }
}

/** The command line is wrong: exit code 2. */
export function wrongUsage(message: string, fix?: string): Abort {
  return new Abort('usage', message, { exit: 2, ...(fix === undefined ? {} : { fix }) })
}
