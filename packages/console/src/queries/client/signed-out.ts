type Listener = () => void
const listeners = new Set<Listener>()

/** Called whenever the API answers that nobody is signed in. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellSignedOut(): void {
  for (const listener of listeners) listener()
}
