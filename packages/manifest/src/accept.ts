/** A name ending, or a media type; `image/*` stands for every image. */
export const acceptPattern = /^(\.[A-Za-z0-9][A-Za-z0-9.+-]{0,19}|[a-z]+\/(\*|[A-Za-z0-9.+-]{1,100}))$/

/** Whether one of the entries names the file: by the end of its name, or by its media type. */
export function accepts(entries: readonly string[], file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase()
  return entries.some((entry) => {
    if (entry.startsWith('.')) return name.endsWith(entry.toLowerCase())
    return entry.endsWith('/*') ? file.type.startsWith(entry.slice(0, -1)) : file.type === entry.toLowerCase()
  })
}
