/** The site that a passkey belongs to: browsers sign for nobody else. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The site of this platform, for passkeys. It needs https and a host name; browsers make an exception for `localhost`, so a laptop is
 * served there, whatever its public address says. Undefined where passkeys cannot work.
 */
export function relyingPartyOf(
  publicUrl: string,
  asked: { origin: string | undefined; laptop: boolean },
): RelyingParty | undefined {
  const known = siteAt(publicUrl)
  if (known !== undefined) return known
  return asked.laptop && asked.origin !== undefined ? siteAt(asked.origin, 'localhost') : undefined
}

function siteAt(address: string, only?: string): RelyingParty | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || (only !== undefined && url.hostname !== only)) return undefined
  const isAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('[')
  if (isAddress || (url.protocol !== 'https:' && url.hostname !== 'localhost')) return undefined
  return { id: url.hostname, origin: url.origin }
}
