export { count } from './count.ts'
export { plainText } from './plain-text.ts'
export { reasonText } from './reason-text.ts'
export { withoutMarkup } from './without-markup.ts'
