/** How often health is read again while it is shown: failed calls and silent containers change it without a change that anybody is told of. */
export const healthRereadMs = 60_000
