import { openApiDocument } from '@mkt/contract/openapi'
import { apiReference } from './api-reference.ts'
import { docsRoot, pageOf } from './docs-files.ts'
import { docsPage } from './docs-page.ts'
import type { DocsSection } from './docs-search.ts'
import { docsSections } from './docs-sections.ts'
import { triedOperations } from './tried-operations.ts'

/** What is made of the description of the API, which takes long. */
export interface DocsParts {
  /** The page of the API. */
  reference: string
  /** What the page sends when somebody tries an operation, as JSON. */
  operations: string
  /** What can be searched. */
  sections: DocsSection[]
}

export interface DocsQuestion {
  part: keyof DocsParts
  version: string
}

export function makeDocs({ part, version }: DocsQuestion): DocsParts[keyof DocsParts] {
  const description = openApiDocument(version)
  if (part === 'reference') return docsPage('API', apiReference(description), '/docs/api')
  if (part === 'operations') return JSON.stringify(triedOperations(description))
  return docsSections(docsRoot, pageOf, description)
}
