import { forms } from '../texts/forms.ts'

/** What a product is called here. The holder of policies has fields like a product, but is none. */
export const productTitle = (product: string) => (product === 'policyholders' ? forms.mapping.policyholder : product)
