import type { Deployed } from '../services/deploy/deploy-app.ts'

/** What a deploy came to, and what may follow. The first one keeps the version that was written. */
export function deploySummary(
  { listing, previousVersion, release }: Deployed,
  { dryRun, promote }: { dryRun?: boolean; promote?: boolean },
): string[] {
  const isFirst = previousVersion === release.version
  if (dryRun) {
    const what = isFirst
      ? `would be released as ${release.version}`
      : `${previousVersion} would become ${release.version}`
    return [`${listing.name} ${what}. Nothing was changed.`]
  }
  const version = isFirst ? release.version : `${previousVersion} → ${release.version}`
  return [
    `${listing.name} ${version} is ${release.state}.`,
    `Release ${release.id}, image ${release.imageDigest}`,
    `Next: ${promote ? `mkt listings show ${listing.name}` : 'mkt launch --test'}`,
  ]
}
