import { variable } from './wire.ts'

/**
 * The port to listen on: `MKT_PORT`, which the platform sets, else `PORT`, else 8080.
 *
 * @example
 * server.listen(port())
 */
export function port(environment: Readonly<Record<string, string | undefined>> = process.env): number {
  for (const text of [environment[variable.port], environment.PORT]) {
    if (text && /^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  }
  return 8080
}
