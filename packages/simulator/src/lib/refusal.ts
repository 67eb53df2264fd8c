/** An answer other than success; the server turns it into the variant's error body. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const SHOWN = 10

/** Refuses with every problem there is, so that nobody meets them one by one. */
export function refuse(problems: readonly string[], status: number, code: string, lead = ''): void {
  if (problems.length === 0) return
  const rest = problems.length > SHOWN ? ` And ${problems.length - SHOWN} more.` : ''
  throw new Refusal(status, code, `${lead}${problems.slice(0, SHOWN).join(' ')}${rest}`)
}
