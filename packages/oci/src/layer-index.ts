import { followLink, layerPath, opaqueWhiteout, whiteoutPrefix, whiteoutTarget } from './layer-path.ts'
import type { Image } from './model.ts'
import { OciError } from './oci-error.ts'
import { type Budget, readLayer } from './read-layer.ts'

export interface FoundEntry {
  layer: number
  /** Position of the entry in its layer. */
  number: number
  path: string
  size: number
}

interface Entry {
  number: number
  type: 'file' | 'directory' | 'symlink' | 'link' | 'other'
  size: number
  linkPath: string
}

interface Layer {
  entries: Map<string, Entry>
  /** Paths that exist only because something below them does. */
  implied: Set<string>
  /** Paths that hide what lower layers have there. */
  hidden: Set<string>
  /** Directories whose lower content is hidden. */
  opaque: Set<string>
}

/** What lies at a path: an entry, a directory nobody named, or nothing. */
type Seen = { layer: number; entry: Entry } | 'directory' | undefined

/** Finds files in the stack of layers, reading the layers from the top and no further down than a question needs. */
export class LayerIndex {
  readonly #image: Image
  readonly #budget: Budget
  readonly #layers = new Map<number, Layer>()

  constructor(image: Image, budget: Budget) {
    this.#image = image
    this.#budget = budget
  }

  async find(path: string[]): Promise<FoundEntry | undefined> {
    return this.#resolve(path, this.#image.layers.length - 1, 0)
  }

  /** Walks a path component by component in the state that layer `top` leaves. */
  async #resolve(path: string[], top: number, hops: number): Promise<FoundEntry | undefined> {
    if (hops > 40) throw new OciError('archive_invalid', `the image's links at ${path.join('/')} lead in a circle`)
    for (let depth = 1; depth <= path.length; depth += 1) {
      const at = path.slice(0, depth)
      const seen = await this.#look(at, top)
      if (!seen) return undefined
      const last = depth === path.length
      if (seen === 'directory' || seen.entry.type === 'directory') {
        if (last) return undefined
        continue
      }
      const { entry, layer } = seen
      if (entry.type === 'symlink')
        return this.#resolve([...followLink(at.slice(0, -1), entry.linkPath), ...path.slice(depth)], top, hops + 1)
      if (!last) return undefined
      if (entry.type === 'file') return { layer, number: entry.number, path: at.join('/'), size: entry.size }
      // A hard link is the file its target was when its layer was applied, whatever upper layers made of the target.
      if (entry.type === 'link') return this.#resolve(layerPath(entry.linkPath), layer, hops + 1)
      return undefined
    }
    return undefined
  }

  async #look(path: string[], top: number): Promise<Seen> {
    const name = path.join('/')
    const above = path.slice(0, -1).map((_, index) => path.slice(0, index + 1).join('/'))
    let implied = false
    for (let number = top; number >= 0; number -= 1) {
      const layer = await this.#read(number)
      const entry = layer.entries.get(name)
      if (entry) return { layer: number, entry }
      implied ||= layer.implied.has(name)
      // Whiteouts hide lower layers only; a parent that became something else than a directory hides them as well.
      if (layer.hidden.has(name) || layer.opaque.has('') || above.some((each) => hides(layer, each))) break
    }
    return implied ? 'directory' : undefined
  }

  async #read(number: number): Promise<Layer> {
    const known = this.#layers.get(number)
    if (known) return known
    const layer: Layer = { entries: new Map(), implied: new Set(), hidden: new Set(), opaque: new Set() }
    let position = 0
    for await (const entry of readLayer(this.#image, number, this.#budget)) {
      add(layer, layerPath(entry.path), { ...pick(entry), number: position }, this.#budget)
      position += 1
    }
    this.#layers.set(number, layer)
    return layer
  }
}

function pick({ type, size, linkPath }: Entry | Omit<Entry, 'number'>): Omit<Entry, 'number'> {
  return { type, size, linkPath }
}

/** A path that is deep implies many folders, which count as entries; those above a known one are known. */
function imply(layer: Layer, path: string, budget: Budget): void {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = path.slice(0, end)
    if (layer.implied.has(above)) return
    budget.entries -= 1
    if (budget.entries < 0) throw new OciError('limit_exceeded', 'the image holds more folders than allowed')
    layer.implied.add(above)
  }
}

function add(layer: Layer, path: string[], entry: Entry, budget: Budget): void {
  const parent = path.slice(0, -1)
  const base = path.at(-1)
  if (base === undefined) return
  imply(layer, path.join('/'), budget)
  if (base === opaqueWhiteout) layer.opaque.add(parent.join('/'))
  else if (base.startsWith(whiteoutPrefix)) layer.hidden.add(whiteoutTarget(parent, base).join('/'))
  else layer.entries.set(path.join('/'), entry)
}

function hides(layer: Layer, path: string): boolean {
  const entry = layer.entries.get(path)
  return layer.hidden.has(path) || layer.opaque.has(path) || (entry !== undefined && entry.type !== 'directory')
}
