/** One application of the demo world: what its listing says and how northwind launches it. */
export interface DemoApp {
  /** Folder below `examples/`, and the name after `acme/`. */
  readonly name: string
  readonly title: string
  readonly variant: 'connected' | 'enterprise'
  readonly category: string
  readonly summary: string
  readonly about: string
  readonly requirements: string
  /** How the customer launches it; one without stays a draft that waits for the moderators. */
  readonly launch?: {
    readonly settings: Readonly<Record<string, string>>
    readonly mappings: readonly { productName: string; fields: Readonly<Record<string, string>> }[]
  }
}
