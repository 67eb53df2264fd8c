import { marksOf } from '../../packages/server/src/store/database/migration-file.ts'

/** What leans on the schema; tests of the migrations themselves know those of their own time. */
const EVERYTHING = ['gateway', 'state', 'relay', 'workers', 'actions', 'api', 'registry']
/** What customers' requests go through: what an upgrade in office hours must not hurt. */
const BRIEFLY = ['gateway', 'state', 'relay']

export type FormerTrial = { kind: 'nothing'; why: string } | { kind: 'try'; tested: string[] }

/** What of the former release is tried, given the migrations that it does not know. */
export function planTrial(
  former: string,
  fresh: readonly { name: string; sql: string }[],
  { brief, paths }: { brief: boolean; paths: readonly string[] },
): FormerTrial {
  const breaking = fresh.flatMap(({ name, sql }) => {
    const why = marksOf(sql).breaking
    return why === null ? [] : [`${name} (${why})`]
  })
  if (breaking.length > 0)
    return { kind: 'nothing', why: `${former} does not go on, and says so itself: ${breaking.join(', ')}` }
  if (brief && fresh.length === 0) return { kind: 'nothing', why: `${former} knows every migration of now` }
  const folders = (brief ? BRIEFLY : EVERYTHING).map((name) => `packages/server/src/${name}`)
  return { kind: 'try', tested: paths.length > 0 ? [...paths] : folders }
}
