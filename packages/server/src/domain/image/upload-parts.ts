/**
 * An upload in object storage: every piece that arrives is an object whose name tells where it belongs, so any process knows how far the
 * upload is and goes on with it. Two writers of one upload cannot garble each other: their pieces have names of their own, and the digest
 * of the pieces that are chosen decides.
 */
export interface UploadPart {
  offset: number
  size: number
  /** One run of one process that wrote from the beginning, or a part of a run. */
  writer: string
  /** The digest of everything up to the end of this part, where its writer wrote all of it. */
  digest?: string | undefined
}

const NAME = /^(\d{15})-(\d{1,12})-([0-9a-f]{16})(?:-([0-9a-f]{64}))?$/

export function partName({ offset, size, writer, digest }: UploadPart): string {
  return [String(offset).padStart(15, '0'), size, writer, ...(digest === undefined ? [] : [digest])].join('-')
}

/** Parts of a name, or undefined for a foreign name. */
export function parsePartName(name: string): UploadPart | undefined {
  const [, offset, size, writer, digest] = NAME.exec(name) ?? []
  if (offset === undefined || size === undefined || writer === undefined) return undefined
  return { offset: Number(offset), size: Number(size), writer, digest }
}

interface Link {
  part: UploadPart
  before: Link | undefined
}

/** The parts that follow each other from the beginning and reach furthest. */
export function furthestChain(parts: readonly UploadPart[]): UploadPart[] {
  const ends = new Map<number, Link | undefined>([[0, undefined]])
  let furthest = 0
  for (const part of [...parts].sort((a, b) => a.offset - b.offset || b.size - a.size)) {
    const end = part.offset + part.size
    if (!ends.has(part.offset) || part.size === 0 || ends.has(end)) continue
    ends.set(end, { part, before: ends.get(part.offset) })
    furthest = Math.max(furthest, end)
  }
  const chain: UploadPart[] = []
  for (let link = ends.get(furthest); link !== undefined; link = link.before) chain.push(link.part)
  return chain.reverse()
}

export function sizeOf(chain: readonly UploadPart[]): number {
  const last = chain.at(-1)
  return last === undefined ? 0 : last.offset + last.size
}

/** The digest of a chain as its only writer noted it; undefined where several wrote, and the bytes must be read. */
export function notedDigest(chain: readonly UploadPart[]): string | undefined {
  const last = chain.at(-1)
  return chain.every(({ writer }) => writer === last?.writer) ? last?.digest : undefined
}

/** A part of a multipart upload has at least this many bytes, except the last one. */
const SMALLEST = 5 * 1024 * 1024

/** How one object is made of a chain: parts that are large enough are copied inside the storage, small neighbours are joined. */
export function planAssembly(chain: readonly UploadPart[], smallest = SMALLEST): UploadPart[][] {
  const groups: UploadPart[][] = []
  let open: UploadPart[] = []
  let bytes = 0
  for (const part of chain) {
    open.push(part)
    bytes += part.size
    if (bytes < smallest) continue
    groups.push(open)
    open = []
    bytes = 0
  }
  return open.length === 0 ? groups : [...groups, open]
}
