import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Client } from '@mkt/contract/client'

export type NewListing = Parameters<Client['createListing']>[0]['body']
type Category = NonNullable<NewListing['category']>

export interface Texts {
  title?: string
  summary?: string
  about?: string
  requirements?: string
  category?: string
  supportContact?: string
}

/** The texts of a listing as given on the command line: `@file` stands for the text of a file. */
export function textsOf(cwd: string, { title, summary, about, requirements, category, supportContact }: Texts) {
  const read = (text: string) => (text.startsWith('@') ? readFileSync(resolve(cwd, text.slice(1)), 'utf8') : text)
  return {
    ...(title === undefined ? {} : { title }),
    ...(summary === undefined ? {} : { summary }),
    ...(about === undefined ? {} : { about: read(about) }),
    ...(requirements === undefined ? {} : { requirements: read(requirements) }),
    // The platform knows its categories and says which there are.
    ...(category === undefined ? {} : { category: category as Category }),
    ...(supportContact === undefined ? {} : { supportContact }),
  }
}
