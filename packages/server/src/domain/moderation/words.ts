import { isDeepStrictEqual } from 'node:util'
import { dataSheetLineNames, dataSheetLines } from '@mkt/contract/api'
import { type DataSheet, lineText } from '../listing/data-sheet.ts'

/** The words of a listing that a moderator looks at before everybody reads them. */
export const reviewedWords = ['title', 'about', 'requirements', 'links', 'dataSheet'] as const
export type ReviewedWord = (typeof reviewedWords)[number]

export interface Words {
  title?: string
  about?: string
  requirements?: string
  links?: { title: string; url: string }[]
  dataSheet?: DataSheet
}

/** Which of the given words differ from those that everybody reads. */
export function changedWords(
  listing: Required<Words>,
  given: { [Word in ReviewedWord]?: Words[Word] | undefined },
): Words {
  const changed = reviewedWords.filter(
    (word) => given[word] !== undefined && !isDeepStrictEqual(given[word], listing[word]),
  )
  return Object.fromEntries(changed.map((word) => [word, given[word]]))
}

/** Each changed word as it is and as it would be, for the moderator; of a data sheet each changed line. */
export function wordChanges(listing: Required<Words>, words: Words): { word: string; from: string; to: string }[] {
  return reviewedWords
    .filter((word) => words[word] !== undefined)
    .flatMap((word) =>
      word === 'dataSheet'
        ? lineChanges(listing.dataSheet, words.dataSheet ?? {})
        : [{ word, from: textOf(listing[word]), to: textOf(words[word]) }],
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

function textOf(value: string | { title: string; url: string }[] | undefined): string {
  return typeof value === 'string' ? value : (value ?? []).map(({ title, url }) => `${title}: ${url}`).join('\n')
}
