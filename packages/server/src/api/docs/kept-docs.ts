import { createMadeOnce } from '../../lib/thread/made-once.ts'
import type { DocsParts, DocsQuestion } from './make-docs.ts'

const made = createMadeOnce<DocsQuestion, DocsParts[keyof DocsParts]>(new URL('./docs-thread.ts', import.meta.url))

/** A part of the documentation that takes long to make; most processes are never asked for it. */
export async function keptDocs<P extends keyof DocsParts>(part: P, version: string): Promise<DocsParts[P]> {
  return (await made({ part, version })) as DocsParts[P]
}
