import type { Adapter, AdapterPayload } from 'oidc-provider'

/** What the identity provider remembers, for as long as the process lives: all that client credentials need. */
export class ForgetfulAdapter implements Adapter {
  readonly #stored = new Map<string, AdapterPayload>()

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#stored.set(id, payload)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#stored.get(id)
  }

  async findByUserCode(): Promise<undefined> {}

  async findByUid(): Promise<undefined> {}

  async consume(): Promise<void> {}

  async destroy(id: string): Promise<void> {
    this.#stored.delete(id)
  }

  async revokeByGrantId(): Promise<void> {}
}
