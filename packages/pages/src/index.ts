export { type FontFile, pageFonts } from './page-fonts.ts'
export { pageMark, pageTokens } from './page-tokens.ts'
