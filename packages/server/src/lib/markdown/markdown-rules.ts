/** Counts up with every change of what Markdown becomes: HTML that was stored under an earlier number is rendered again. */
export const MARKDOWN_RULES = 1
