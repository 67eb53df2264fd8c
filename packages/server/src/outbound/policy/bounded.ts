import { z } from 'zod'

/** Says what is wrong; a reason of an inner list is the reason of the outer one. */
const refuse = (context: z.core.$RefinementCtx, message: string) => {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** Why an answer was not accepted, where it is one of the reasons below. */
export function boundExceeded(error: z.ZodError): string | undefined {
  return error.issues.find((issue) => issue.code === 'custom')?.message
}

/**
 * A list of a policy system. Its length is checked before its items are, and the first item of another shape ends the look: zod
 * checks a maximum last and collects what is wrong with each item, which a hostile answer makes hundreds of thousands of.
 */
export function boundedList<Item extends z.ZodType>(item: Item, max: number) {
  return z.unknown().transform((given, context): z.output<Item>[] => {
    if (!Array.isArray(given)) return refuse(context, 'something that is no list')
    if (given.length > max) return refuse(context, `a list of ${given.length} items, more than ${max}`)
    const items: z.output<Item>[] = []
    for (const one of given) {
      const result = item.safeParse(one)
      if (!result.success)
        return refuse(context, boundExceeded(result.error) ?? 'a list whose items have another shape')
      items.push(result.data)
    }
    return items
  })
}

/** The same for an object whose names are not known, such as headers. */
export function boundedRecord<Value extends z.ZodType>(value: Value, max: number) {
  const values = boundedList(value, max)
  return z.unknown().transform((given, context): Record<string, z.output<Value>> => {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return refuse(context, 'something that is no object')
    const result = values.safeParse(Object.values(given))
    if (!result.success)
      return refuse(context, boundExceeded(result.error) ?? 'an object whose values have another shape')
    return Object.fromEntries(Object.keys(given).map((name, at) => [name, result.data[at] as z.output<Value>]))
  })
}
