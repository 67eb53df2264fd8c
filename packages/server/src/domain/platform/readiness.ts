import type { Part } from '@mkt/contract/parts'

/** Facts about the dependencies of a process. An absent fact does not concern it. */
export interface ReadinessFacts {
  ending: boolean
  database: Reach
  changeFeed: Reach
  /** Whether the routes have been read at least once. */
  routesLoaded?: boolean
  engine?: EngineReadiness
  /** Problem of the image storage, in one clause; null if there is none. */
  storage?: string | null
}

/** Whether something answers; where it does not, why, in one clause that names no address. */
export interface Reach {
  up: boolean
  reason?: string
}

export interface EngineReadiness extends Reach {
  /** Why nothing may be run, or null. */
  refusal: string | null
  /** Problems that keep applications from working, a sentence each. */
  problems: readonly string[]
}

type Need = 'database' | 'routes' | 'engine'

/**
 * What a part cannot work without. Gateway, state interface and relay answer from memory while the database is away, so taking them
 * out of service would turn a database outage into an outage of every application.
 */
export const needsOf: Readonly<Record<Part, readonly Need[]>> = {
  api: ['database'],
  gateway: ['routes'],
  state: [],
  relay: ['routes'],
  worker: ['database', 'routes', 'engine'],
}

export interface Readiness {
  ready: boolean
  /** Everything that is wrong, a sentence each; also what does not keep the part from working. */
  reasons: string[]
}

export function decideReadiness(part: Part, facts: ReadinessFacts): Readiness {
  const { database, changeFeed, engine } = facts
  const missing = new Set<Need>()
  const reasons: string[] = []
  if (facts.ending) reasons.push('The process is ending.')
  if (!database.up) {
    missing.add('database')
    reasons.push(`The database does not answer${because(database)}.`)
  }
  if (!changeFeed.up)
    reasons.push(`The change feed is disconnected${because(changeFeed)}; changes of other processes arrive late.`)
  // Without it pushes and pulls of images wait; everything else of the part goes on.
  if (facts.storage !== undefined && facts.storage !== null) reasons.push(`The image storage ${facts.storage}.`)
  if (facts.routesLoaded === false) {
    missing.add('routes')
    reasons.push('The routes have not been read yet.')
  }
  if (part === 'worker' && engine === undefined) {
    missing.add('engine')
    reasons.push('The engine has not been opened yet.')
  }
  if (engine !== undefined) {
    if (!engine.up || engine.refusal !== null) missing.add('engine')
    if (!engine.up) reasons.push(`The engine does not answer${because(engine)}.`)
    if (engine.refusal !== null) reasons.push(engine.refusal)
    reasons.push(...engine.problems)
  }
  return { ready: !facts.ending && needsOf[part].every((need) => !missing.has(need)), reasons }
}

function because({ reason }: Reach): string {
  return reason === undefined ? '' : ` (${reason})`
}
