/** Variables of an application's container that the platform sets; they win over the image and the publisher. */
export const appVariables = {
  /** The port the container must listen on. */
  port: 'MKT_PORT',
  /** Origin of the state interface: no path, no trailing slash. */
  stateApi: 'MKT_STATE_API',
  /** Base address for the application's own telemetry by OTLP over HTTP; absent where nobody collects it. */
  otlp: 'MKT_OTLP',
} as const

/** What the platform calls to learn whether a container works. */
export const healthPath = '/health'

/** Lifecycle hooks given as a name arrive below this prefix; nothing else may be declared there. */
export const hookPrefix = '/_app/'
