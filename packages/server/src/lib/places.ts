/** Where a value stands in `Places`. Empty when the value has been taken away. */
export interface Place<Value> {
  value: Value | undefined
}

/**
 * A map whose readers may hold on to the place of a value instead of looking it up each time. A new value for the same key comes to the same
 * place; a value that is taken away leaves it empty, so that a holder of the place keeps nothing in memory and never sees what is gone.
 */
export class Places<Value> {
  readonly #places = new Map<string, Place<Value>>()

  get size(): number {
    return this.#places.size
  }

  get(key: string): Value | undefined {
    return this.#places.get(key)?.value
  }

  /** To be held on to. Once it is empty it stays so: look again. */
  place(key: string): Place<Value> | undefined {
    return this.#places.get(key)
  }

  set(key: string, value: Value): void {
    const place = this.#places.get(key)
    if (place) place.value = value
    else this.#places.set(key, { value })
  }

  delete(key: string): void {
    const place = this.#places.get(key)
    if (place === undefined) return
    place.value = undefined
    this.#places.delete(key)
  }

  clear(): void {
    for (const place of this.#places.values()) place.value = undefined
    this.#places.clear()
  }

  *entries(): Generator<[string, Value]> {
    for (const [key, { value }] of this.#places) if (value !== undefined) yield [key, value]
  }
}
