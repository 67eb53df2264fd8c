export { foreignIn, hostName, isOwnHost, isOwnOrigin } from './foreign-request.ts'
export { type FontFile, pageFonts } from './page-fonts.ts'
export { pageMark, pageTokens } from './page-tokens.ts'
