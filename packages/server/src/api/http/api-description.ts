import { openApiDocument } from '@mkt/contract/openapi'

const made = new Map<string, object>()

/**
 * The description of the API, made when somebody first asks for it: making it takes longer than the rest of a start, and most processes are never
 * asked.
 */
export function apiDescription(version: string): object {
  let description = made.get(version)
  if (description === undefined) {
    description = openApiDocument(version)
    made.set(version, description)
  }
  return description
}
