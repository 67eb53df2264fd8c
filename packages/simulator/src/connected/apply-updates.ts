import type {
  Characteristics,
  ExposureInput,
  ExposureUpdate,
  FieldGroup,
  PerilInput,
  Policy,
  PolicyExposure,
  PolicyPeril,
  Updates,
} from '../core/connected-policy.ts'

type NewLocator = () => string

function changedGroups(
  groups: Characteristics['fieldGroupsByLocator'],
  change: { addFieldGroups?: FieldGroup[]; updateFieldGroups?: FieldGroup[]; removeFieldGroups?: string[] },
  newLocator: NewLocator,
): Characteristics['fieldGroupsByLocator'] {
  const next = { ...groups }
  for (const locator of change.removeFieldGroups ?? []) delete next[locator]
  for (const { fieldGroupLocator, fieldName, fieldValues } of change.updateFieldGroups ?? []) {
    const existing = fieldGroupLocator === undefined ? undefined : next[fieldGroupLocator]
    if (existing && fieldGroupLocator !== undefined)
      next[fieldGroupLocator] = { fieldName, fieldValues: { ...existing.fieldValues, ...fieldValues } }
  }
  for (const { fieldName, fieldValues } of change.addFieldGroups ?? []) next[newLocator()] = { fieldName, fieldValues }
  return next
}

function newPeril(input: PerilInput, newLocator: NewLocator): PolicyPeril {
  const { name, fieldValues, ...figures } = input
  return {
    locator: newLocator(),
    name,
    characteristics: [{ ...figures, locator: newLocator(), fieldValues: fieldValues ?? {} }],
  }
}

function newExposure(input: ExposureInput, newLocator: NewLocator): PolicyExposure {
  const groups = changedGroups({}, { addFieldGroups: input.fieldGroups }, newLocator)
  return {
    locator: newLocator(),
    name: input.exposureName,
    characteristics: [{ locator: newLocator(), fieldValues: input.fieldValues, fieldGroupsByLocator: groups }],
    perils: input.perils.map((peril) => newPeril(peril, newLocator)),
  }
}

function changedExposure(exposure: PolicyExposure, update: ExposureUpdate, newLocator: NewLocator): PolicyExposure {
  const last = exposure.characteristics.at(-1)
  const characteristics: Characteristics = {
    locator: newLocator(),
    fieldValues: { ...last?.fieldValues, ...update.fieldValues },
    fieldGroupsByLocator: changedGroups(last?.fieldGroupsByLocator ?? {}, update, newLocator),
  }
  const kept = exposure.perils.filter((peril) => !(update.removePerils ?? []).includes(peril.locator))
  const perils = kept.map((peril) => {
    const change = update.updatePerils?.find((item) => item.perilLocator === peril.locator)
    if (!change) return peril
    const { perilLocator: _, name: __, fieldValues, ...figures } = change
    const lastPeril = peril.characteristics.at(-1)
    const values = { ...lastPeril?.fieldValues, ...fieldValues }
    return { ...peril, characteristics: [{ ...lastPeril, ...figures, locator: newLocator(), fieldValues: values }] }
  })
  const added = (update.addPerils ?? []).map((peril) => newPeril(peril, newLocator))
  return { ...exposure, characteristics: [characteristics], perils: [...perils, ...added] }
}

/** The policy after a change. The policy given is left as it is, so that a change can be priced before it is issued. */
export function applyUpdates(policy: Policy, updates: Updates, now: string, newLocator: NewLocator): Policy {
  const last = policy.characteristics.at(-1)
  const kept = policy.exposures.filter((item) => !(updates.removeExposures ?? []).includes(item.locator))
  const changed = kept.map((exposure) => {
    const update = updates.updateExposures?.find((item) => item.exposureLocator === exposure.locator)
    return update ? changedExposure(exposure, update, newLocator) : exposure
  })
  return {
    ...policy,
    updatedTimestamp: now,
    characteristics: [
      {
        locator: newLocator(),
        policyStartTimestamp: updates.policyStartTimestamp ?? last?.policyStartTimestamp ?? now,
        policyEndTimestamp: updates.policyEndTimestamp ?? last?.policyEndTimestamp ?? now,
        startTimestamp: updates.endorsementEffectiveTimestamp ?? updates.policyStartTimestamp ?? now,
        fieldValues: { ...last?.fieldValues, ...updates.fieldValues },
        fieldGroupsByLocator: changedGroups(last?.fieldGroupsByLocator ?? {}, updates, newLocator),
      },
    ],
    exposures: [...changed, ...(updates.addExposures ?? []).map((item) => newExposure(item, newLocator))],
  }
}
