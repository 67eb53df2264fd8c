/** Used only where the image sets none. */
const FALLBACK: Readonly<Record<string, string>> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/tmp',
}

export interface EnvironmentInput {
  image: readonly string[]
  variables: Readonly<Record<string, string>>
  port: number
  stateApi: string
  otlp?: string | undefined
}

/**
 * The environment of an application: the image's own, then the publisher's variables, then the platform's own, which
 * win. Nothing of the platform's own environment.
 */
export function composeEnvironment(input: EnvironmentInput): Record<string, string> {
  return {
    ...FALLBACK,
    ...Object.fromEntries(input.image.map(splitEntry)),
    ...input.variables,
    MKT_PORT: String(input.port),
    MKT_STATE_API: input.stateApi,
    ...(input.otlp === undefined ? {} : { MKT_OTLP: input.otlp }),
  }
}

function splitEntry(entry: string): [string, string] {
  const at = entry.indexOf('=')
  return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)]
}
