import { existsSync } from 'node:fs'
import { join } from 'node:path'

const names = ['Dockerfile', 'Containerfile'] as const
export type BuildDefinition = (typeof names)[number]

/** The name of the folder's container build definition, if it has one. */
export function buildDefinitionOf(dir: string): BuildDefinition | undefined {
  return names.find((name) => existsSync(join(dir, name)))
}
