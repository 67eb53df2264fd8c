import { formatTime } from '../lib/format.ts'

export const forms = {
  settings: {
    none: 'This application has no settings.',
    choose: 'Choose …',
    ungrouped: 'Settings',
    storedKeep: 'Leave empty to keep',
    storedOn: (at: string | undefined) =>
      at ? `Set on ${formatTime(at)}. Leave empty to keep it.` : 'Set. Leave empty to keep it.',
    clear: 'Clear',
    willClear: 'The stored value will be erased when you save.',
    undo: 'Keep it after all',
    writeOnly: 'Nobody can read it back, you included.',
    reveal: 'Show or hide what you type',
  },
  mapping: {
    none: 'This application reads no fields of your products.',
    lead: 'Tell the application where to find its fields in each of your products. Pick a field of the application, then its place in the product.',
    product: 'Products',
    addProduct: 'Add a product',
    removeProduct: 'Remove this product',
    appFields: 'Fields of the application',
    tenantFields: (product: string) => `Fields of ${product}`,
    search: 'Search fields',
    nothingFound: 'No field matches.',
    unmapped: 'not mapped',
    unmap: 'Remove the mapping',
    suggested: 'Suggested',
    suggestAll: 'Fill in suggestions',
    policyholder: 'Policyholder',
    noProducts: 'The tenant has no product deployed.',
    levels: { policy: 'Policy', exposure: 'Exposure', peril: 'Peril', policyholder: 'Policyholder' },
  },
}
