export { nextHeader } from '../api/operation/next-header.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { RefusedError } from './refused-error.ts'
