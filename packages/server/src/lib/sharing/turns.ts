/**
 * A line in which parties take turns: each gives one item, then the next party has its turn, so that the many items of one stand before one item of
 * another and not before all of them. Parties may be parts of a wider one, which then has one turn for all of them.
 */
export class Turns<Item> {
  /** In the order of their turns: who had one moves to the end. */
  readonly #parties = new Map<string, Turns<Item>>()
  #own: Item[] = []
  #taken = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** `party` names the widest party first; without a name items stand in one line. */
  push(item: Item, party: readonly string[] = []): void {
    this.#size += 1
    const [name, ...narrower] = party
    if (name === undefined) {
      this.#own.push(item)
      return
    }
    let turns = this.#parties.get(name)
    if (turns === undefined) {
      turns = new Turns()
      this.#parties.set(name, turns)
    }
    turns.push(item, narrower)
  }

  /** The item whose turn it is. */
  first(): Item | undefined {
    if (this.#taken < this.#own.length) return this.#own[this.#taken]
    for (const turns of this.#parties.values()) return turns.first()
    return undefined
  }

  shift(): Item | undefined {
    if (this.#size === 0) return undefined
    this.#size -= 1
    if (this.#taken < this.#own.length) return this.#shiftOwn()
    for (const [name, turns] of this.#parties) {
      const item = turns.shift()
      this.#parties.delete(name)
      if (turns.size > 0) this.#parties.set(name, turns)
      return item
    }
    return undefined
  }

  /** Moving all items up for each that goes would cost the square of their number. */
  #shiftOwn(): Item | undefined {
    const item = this.#own[this.#taken]
    this.#taken += 1
    if (this.#taken === this.#own.length) {
      this.#own = []
      this.#taken = 0
    } else if (this.#taken >= 1_024) {
      this.#own = this.#own.slice(this.#taken)
      this.#taken = 0
    }
    return item
  }
}
