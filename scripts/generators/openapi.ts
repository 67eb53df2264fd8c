import { readFileSync } from 'node:fs'
import { openApiDocument } from '@mkt/contract/openapi'
import type { Generator } from './generator.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const generators: Generator[] = [
  { file: 'docs/reference/openapi.json', make: () => JSON.stringify(openApiDocument(version), null, 2) },
]
