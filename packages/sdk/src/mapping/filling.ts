import type { AutofillRequest, FieldValues, Policy, PolicyUpdates } from '@mkt/contract/app'
import { type Holder, holdersIn, type Section } from './holders.ts'
import { type MappingTarget, parseMappingPath } from './mapping-path.ts'

/** One place in a pending change where a mapped field is, or could be, filled in. */
export interface Place {
  /** What the change holds there now; empty when it is not filled. */
  readonly values: readonly string[]
  set(value: string | readonly string[]): void
  /** The same place for another mapped field: that of the same exposure, peril or group, or of the policy above. */
  at(path: string | undefined): Place | undefined
}

export interface PlaceOptions {
  /** A group that the change does not have is added when a field of it is set. */
  readonly addGroup?: boolean
}

/** Collects what an autofill handler fills in. */
export interface Filling {
  /** Every place a mapping path points at: each exposure, peril or group of that name in the pending change. */
  places(path: string | undefined, options?: PlaceOptions): Place[]
  /** What was filled in, in the shape the policy system merges; undefined when nothing was. */
  answer(): PolicyUpdates | undefined
}

/**
 * Starts an answer to an autofill request. Exposures and perils that exist already are known by locator only: give the
 * `policy` to reach them too.
 *
 * @example
 * const filling = fill(request)
 * for (const place of filling.places(mapping.vin)) place.at(mapping.year)?.set(yearOf(place.values[0]))
 * return filling.answer()
 */
export function fill(request: AutofillRequest, options: { policy?: Policy } = {}): Filling {
  const draft = structuredClone(request.updates ?? {})
  const policyFields: FieldValues = {}
  const touched = new Set<Section>()

  function placesOf(target: MappingTarget, { addGroup }: PlaceOptions = {}): { holder: Holder; place: Place }[] {
    if (target.variant !== 'connected' || target.level === 'policyholder') return []
    if (target.product !== request.productName) return []
    return holdersIn(draft, target, options.policy, addGroup).map((holder) => ({
      holder,
      place: placeAt(holder, target),
    }))
  }

  function placeAt(holder: Holder, target: MappingTarget): Place {
    return {
      get values() {
        const values: string[] | string = holder.node.fieldValues?.[target.field] ?? []
        return Array.isArray(values) ? values : [values]
      },
      set(value) {
        const values = typeof value === 'string' ? [value] : [...value]
        holder.attach?.()
        holder.node.fieldValues = { ...holder.node.fieldValues, [target.field]: values }
        touched.add(holder.section)
        if (holder.section === 'fieldValues') policyFields[target.field] = values
      },
      at(path) {
        if (path === undefined) return undefined
        return placesOf(parseMappingPath(path)).find((other) => belongsTogether(holder, other.holder))?.place
      },
    }
  }

  return {
    places: (path, how) => (path === undefined ? [] : placesOf(parseMappingPath(path), how).map(({ place }) => place)),
    answer() {
      if (touched.size === 0) return undefined
      const answer: PolicyUpdates = {}
      // Lists are given back whole: their entries have no name by which a part of one could be merged.
      for (const section of touched) {
        if (section === 'fieldValues') answer.fieldValues = policyFields
        else Object.assign(answer, { [section]: draft[section] })
      }
      return answer
    },
  }
}

/** In the same exposure and peril, or one above the other; of two groups of one name, the same group. */
function belongsTogether(one: Holder, other: Holder): boolean {
  if (one.group !== undefined && one.group === other.group && one.node !== other.node) return false
  const [shorter, longer] = one.above.length <= other.above.length ? [one, other] : [other, one]
  return shorter.above.every((node, index) => longer.above[index] === node)
}
