export type KeptPages = (name: string, make: () => string | Buffer) => Buffer

/**
 * What is served without a credential, by name, each made when it is first asked for and then held as bytes: it is the same for everybody as long as the
 * platform runs, so that asking for it costs next to nothing.
 */
export function keepPages(): KeptPages {
  const kept = new Map<string, Buffer>()
  return (name, make) => {
    let bytes = kept.get(name)
    if (bytes === undefined) {
      bytes = Buffer.from(make())
      kept.set(name, bytes)
    }
    return bytes
  }
}
