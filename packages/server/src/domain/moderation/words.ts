import { isDeepStrictEqual } from 'node:util'
import { dataSheetLineNames, dataSheetLines } from '@mkt/contract/api'
import { type DataSheet, lineText } from '../listing/data-sheet.ts'
import { type Media, mediaText } from '../listing/media.ts'

/** The words of a listing that a moderator looks at before everybody reads them. */
export const reviewedWords = ['title', 'about', 'requirements', 'links', 'media', 'dataSheet'] as const

export interface Words {
  title?: string
  about?: string
  requirements?: string
  links?: { title: string; url: string }[]
  media?: Media
  dataSheet?: DataSheet
}

/** Those that are written; pictures are sent one by one. */
export type WrittenWords = Omit<Words, 'media'>

/** Which of the given words differ from those that everybody reads. */
export function changedWords(
  listing: Required<WrittenWords>,
  given: { [Word in keyof WrittenWords]?: WrittenWords[Word] | undefined },
): WrittenWords {
  const changed = reviewedWords
    .filter((word) => word !== 'media')
    .filter((word) => given[word] !== undefined && !isDeepStrictEqual(given[word], listing[word]))
  return Object.fromEntries(changed.map((word) => [word, given[word]]))
}

/** Each changed word as it is and as it would be, for the moderator; of a data sheet each changed line. */
export function wordChanges(listing: Required<Words>, words: Words): { word: string; from: string; to: string }[] {
  return reviewedWords
    .filter((word) => words[word] !== undefined)
    .flatMap((word) =>
      word === 'dataSheet'
        ? lineChanges(listing.dataSheet, words.dataSheet ?? {})
        : [{ word, from: textOf(listing[word], listing.media), to: textOf(words[word], listing.media) }],
    )
}

function lineChanges(from: DataSheet, to: DataSheet): { word: string; from: string; to: string }[] {
  return dataSheetLineNames
    .filter((line) => lineText(from, line) !== lineText(to, line))
    .map((line) => ({
      word: `data sheet: ${dataSheetLines[line]}`,
      from: lineText(from, line) ?? 'not stated',
      to: lineText(to, line) ?? 'not stated',
    }))
}

function textOf(value: string | { title: string; url: string }[] | Media | undefined, shown: Media): string {
  if (typeof value === 'string') return value
  if (value !== undefined && !Array.isArray(value)) return mediaText(value, shown)
  return (value ?? []).map(({ title, url }) => `${title}: ${url}`).join('\n')
}
