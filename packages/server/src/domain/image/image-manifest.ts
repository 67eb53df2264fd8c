import { limits } from '@mkt/contract/limits'
import { isDeeper } from '../../lib/json/is-deeper.ts'

/** What a pushed manifest or index says of itself, as far as storing it needs to know. */
export interface ManifestFacts {
  mediaType: string
  artifactType: string | null
  subjectDigest: string | null
  annotations: Record<string, string>
  blobs: { digest: string; size: number }[]
  images: string[]
}

const digest = /^sha256:[0-9a-f]{64}$/
const indexTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
]
const manifestTypes = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
]

/** Those of image tools have five. */
const DEEPEST = 32
/** Lists of referrers hold them. */
const MAX_ANNOTATION_CHARACTERS = 64 * 1024

type Value = Record<string, unknown>

/** Reads a manifest that was pushed; the text says what is wrong when it cannot be one. */
export function readManifest(bytes: Uint8Array, contentType: string | undefined): ManifestFacts | { wrong: string } {
  const value = parse(bytes)
  if (value === undefined) return { wrong: `It is not a JSON object, or nested deeper than ${DEEPEST} levels.` }
  if (value.schemaVersion !== 2) return { wrong: 'Its schemaVersion is not 2; older forms are not taken.' }
  const declared = contentType?.split(';')[0]?.trim()
  const own = typeof value.mediaType === 'string' ? value.mediaType : undefined
  if (own !== undefined && declared !== undefined && declared !== '' && own !== declared)
    return { wrong: `It calls itself ${own} but came as ${declared}.` }
  const index = Array.isArray(value.manifests)
  const mediaType = own ?? declared ?? ''
  if (![...indexTypes, ...manifestTypes].includes(mediaType))
    return { wrong: `The media type ${mediaType || '(none)'} is not taken here.` }
  if (indexTypes.includes(mediaType) !== index) return { wrong: `It does not have the shape of ${mediaType}.` }
  const parts = index
    ? (value.manifests as unknown[])
    : [value.config, ...(Array.isArray(value.layers) ? value.layers : [undefined])]
  const most = limits.manifestParts.value
  if (parts.length > most) return { wrong: `It names ${parts.length} parts; at most ${most} are taken.` }
  if (!parts.every(isDescriptor)) return { wrong: 'It names a part without a proper digest and size.' }
  const subject = value.subject
  if (subject !== undefined && subject !== null && !isDescriptor(subject))
    return { wrong: 'Its subject is not a descriptor.' }
  const annotations = annotationsOf(value.annotations)
  if (JSON.stringify(annotations).length > MAX_ANNOTATION_CHARACTERS)
    return { wrong: `Its annotations are longer than ${MAX_ANNOTATION_CHARACTERS} characters.` }
  return {
    mediaType,
    artifactType: text(value.artifactType) ?? (index ? null : (text((value.config as Value).mediaType) ?? null)),
    subjectDigest: isDescriptor(subject) ? subject.digest : null,
    annotations,
    blobs: index ? [] : parts.map(({ digest, size }) => ({ digest, size })),
    images: index ? parts.map((part) => part.digest) : [],
  }
}

function parse(bytes: Uint8Array): Value | undefined {
  // A text that is made to be deep costs as much time and memory as there is.
  if (isDeeper(bytes, DEEPEST)) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : undefined
  } catch {
    // Not JSON; the caller says so.
    return undefined
  }
}

function isDescriptor(value: unknown): value is { digest: string; size: number } {
  const part = value as { digest?: unknown; size?: unknown } | null | undefined
  return (
    typeof part?.digest === 'string' &&
    digest.test(part.digest) &&
    Number.isSafeInteger(part.size) &&
    (part.size as number) >= 0
  )
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function annotationsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
