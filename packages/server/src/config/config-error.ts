/** The environment or the arguments are wrong; the message names every problem at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
