/** Characters at the end of a key that place it: they belong to its signature, which nobody can choose. */
const PLACING = 8
const LEAST = 1_024

/**
 * What is known of keys that were verified. With a hundred thousand of them each look-up waits for memory, and a `Map` goes through a chain of
 * entries and keys until it is there. Here it is one place in a flat table, which holds the hash and says where the value stands.
 */
export class KeyTable<Value extends { readonly key: string }> {
  /** Pairs of a hash and the number of a value, counted from 1; 0 where there is none. Half of them are empty at least. */
  #slots = new Int32Array(2 * LEAST)
  readonly #values: Value[] = []

  get size(): number {
    return this.#values.length
  }

  find(key: string): Value | undefined {
    const slots = this.#slots
    const last = slots.length - 2
    const hash = hashOf(key)
    for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
      const number = slots[at + 1] ?? 0
      if (number === 0) return undefined
      if (slots[at] !== hash) continue
      const value = this.#values[number - 1]
      if (value?.key === key) return value
    }
  }

  /** The key must not be here yet. */
  add(value: Value): void {
    this.#values.push(value)
    if (this.#values.length * 4 > this.#slots.length) this.#grow()
    place(this.#slots, hashOf(value.key), this.#values.length)
  }

  #grow(): void {
    const former = this.#slots
    this.#slots = new Int32Array(2 * former.length)
    for (let at = 0; at < former.length; at += 2)
      if (former[at + 1] !== 0) place(this.#slots, former[at] ?? 0, former[at + 1] ?? 0)
  }
}

function place(slots: Int32Array, hash: number, number: number): void {
  const last = slots.length - 2
  let at = (hash << 1) & last
  while (slots[at + 1] !== 0) at = (at + 2) & last
  slots[at] = hash
  slots[at + 1] = number
}

function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0
  for (let index = Math.max(0, key.length - PLACING); index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash ^ (hash >>> 15)
}
