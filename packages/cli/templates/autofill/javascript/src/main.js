import { serve } from './serve.js'

/** The name of the field a mapping path leads to. */
function fieldOf(path) {
  return /fields\[\?\(@\.name=='([^']+)'\)\]$/.exec(path ?? '')?.[1]
}

serve({
  // The answer is merged into the change: here one field of the policy, the one this customer mapped.
  'POST /autofill': async ({ productName, operation }, { state }) => {
    const { mappings } = await state()
    const mapping = mappings.find((one) => one.productName === productName)
    const field = fieldOf(mapping?.fields.note)
    return field === undefined ? {} : { fieldValues: { [field]: [`filled in for ${operation}`] } }
  },
})
