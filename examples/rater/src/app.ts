import { raterApp } from './rater-app.ts'

export const app = raterApp()
