/** A secret that keys and registry tokens are signed with. */
export interface SigningKey {
  /** Eight lower-case characters. */
  id: string
  secret: Buffer
}

/** Every signing key this process knows. Older ones stay until what they signed has expired. */
export interface KeyRing {
  /** Signs new keys. */
  current(): SigningKey
  find(id: string): SigningKey | undefined
}
