/** Lets through the first names that come, and calls every further one `other`: what is a label must stay few. */
export function createBoundedNames(most: number): (name: string) => string {
  const known = new Set<string>()
  return (name) => {
    if (known.has(name)) return name
    if (known.size >= most) return 'other'
    known.add(name)
    return name
  }
}
