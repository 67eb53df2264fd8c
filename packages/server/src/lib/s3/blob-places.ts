/** A place for bytes: the folder of this machine, or a bucket with what stands in front of every key. */
export interface BlobPlace {
  /** As the configuration writes it. */
  name: string
  s3?: { bucket: string; prefix: string }
}

/** Reads `s3://bucket/prefix`; undefined for anything else. */
export function parseS3Place(text: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(text) ?? []
  if (bucket === undefined || /\.\.|\/\//.test(path)) return undefined
  const inside = path.replace(/^\/|\/$/g, '')
  return { bucket, prefix: inside === '' ? '' : `${inside}/` }
}

/** Reads a list of at most two places, or says undefined. */
export function parseBlobPlaces(text: string): BlobPlace[] | undefined {
  const places = text.split(',').map((part): BlobPlace | undefined => {
    const name = part.trim().replace(/\/$/, '')
    if (name === 'folder') return { name }
    const s3 = parseS3Place(name)
    return s3 && { name, s3 }
  })
  const found = places.filter((place) => place !== undefined)
  const isClear = found.length === places.length && new Set(found.map(({ name }) => name)).size === found.length
  return isClear && found.length <= 2 ? found : undefined
}
