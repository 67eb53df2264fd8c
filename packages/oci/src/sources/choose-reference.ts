import { isDigest } from '../digest.ts'
import type { Descriptor, ImageIndex } from '../model.ts'
import { OciError } from '../oci-error.ts'

const names = ['org.opencontainers.image.ref.name', 'io.containerd.image.name']

/** Picks the image of a layout's index: by digest, by name, or the only one. */
export function chooseReference(index: ImageIndex, reference: string | undefined, where: string): Descriptor {
  const entries = (Array.isArray(index.manifests) ? index.manifests : []).filter((entry) => isDigest(entry?.digest))
  const namesOf = (entry: Descriptor) => names.flatMap((name) => entry.annotations?.[name] ?? [])
  const matches = (entry: Descriptor) => entry.digest === reference || namesOf(entry).some((name) => name === reference)
  const fits = reference === undefined ? entries : entries.filter(matches)
  const [first] = fits
  if (first && fits.every((entry) => entry.digest === first.digest)) return first
  const amd64 = fits.filter((entry) => entry.platform?.os === 'linux' && entry.platform.architecture === 'amd64')
  if (amd64.length === 1 && amd64[0]) return amd64[0]
  const offered = entries.map((entry) => namesOf(entry)[0] ?? entry.digest).join(', ') || 'nothing'
  if (first) throw new OciError('image_missing', `${where} holds several images; name one of: ${offered}`)
  throw new OciError('image_missing', `${where} holds no image ${reference ?? ''} (it holds: ${offered})`)
}
