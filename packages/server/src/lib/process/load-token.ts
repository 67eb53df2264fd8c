import { readFileSync } from 'node:fs'
import { Secret } from '../secret.ts'

/** A token that was given as it is or in a file, whose last line break does not count. */
export function loadToken(given: string | undefined, file: string | undefined): Secret | undefined {
  if (given !== undefined) return new Secret(given)
  return file === undefined ? undefined : new Secret(readFileSync(file, 'utf8').trimEnd())
}
