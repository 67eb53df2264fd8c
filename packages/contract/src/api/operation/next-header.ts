/** On a page of an export: the cursor of the next page. Absent on the last one. */
export const nextHeader = 'x-mkt-next'
