export interface Page<T> {
  items: T[]
  next: string | null
}

/** Walks through a list page by page; stop when you have what you need. */
export async function* everyItem<T>(read: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield* page.items
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
