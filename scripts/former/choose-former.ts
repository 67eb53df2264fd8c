const TAG = /^v(\d+)\.(\d+)\.(\d+)$/

/** The release before what stands here: the highest tag of a version. Undefined where nothing was released yet. */
export function chooseFormer(tags: readonly string[]): string | undefined {
  const versions = tags.flatMap((tag) => {
    const found = TAG.exec(tag)
    return found === null ? [] : [{ tag, parts: found.slice(1).map(Number) }]
  })
  const order = (a: number[], b: number[]) => a.map((part, at) => part - (b[at] ?? 0)).find((more) => more !== 0) ?? 0
  return versions.sort((a, b) => order(a.parts, b.parts)).at(-1)?.tag
}
