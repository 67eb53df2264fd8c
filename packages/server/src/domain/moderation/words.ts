/** The words of a listing that a moderator looks at before everybody reads them. */
export const reviewedWords = ['title', 'about', 'requirements', 'links'] as const
export type ReviewedWord = (typeof reviewedWords)[number]

export interface Words {
  title?: string
  about?: string
  requirements?: string
  links?: { title: string; url: string }[]
}

/** Which of the given words differ from those that everybody reads. */
export function changedWords(
  listing: Required<Words>,
  given: { [Word in ReviewedWord]?: Words[Word] | undefined },
): Words {
  const changed = reviewedWords.filter(
    (word) => given[word] !== undefined && JSON.stringify(given[word]) !== JSON.stringify(listing[word]),
  )
  return Object.fromEntries(changed.map((word) => [word, given[word]]))
}

/** Each changed word as it is and as it would be, for the moderator. */
export function wordChanges(
  listing: Required<Words>,
  words: Words,
): { word: ReviewedWord; from: string; to: string }[] {
  return reviewedWords
    .filter((word) => words[word] !== undefined)
    .map((word) => ({ word, from: textOf(listing[word]), to: textOf(words[word]) }))
}

function textOf(value: Words[ReviewedWord]): string {
  return typeof value === 'string' ? value : (value ?? []).map(({ title, url }) => `${title}: ${url}`).join('\n')
}
