export { type FontFile, pageFonts } from './page-fonts.ts'
