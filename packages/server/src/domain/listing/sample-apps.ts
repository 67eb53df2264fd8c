/** The applications of the demo world: what people try a laptop start with, not what they would buy. */
const sampleApps: ReadonlySet<string> = new Set(
  ['minimal', 'settings', 'notifier', 'vin-autofill', 'rater', 'audit', 'lifecycle'].map((app) => `acme/${app}`),
)

/** Whether a listing is a sample. Elsewhere than on a laptop these names are names like others. */
export function isSample(listing: { name: string }, laptop: boolean): boolean {
  return laptop && sampleApps.has(listing.name)
}
