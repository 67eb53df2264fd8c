import { serve } from '@mkt/sdk'
import { app } from './app.ts'

await serve(app)
