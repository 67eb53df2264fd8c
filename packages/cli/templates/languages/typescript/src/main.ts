import { routes } from './routes.ts'
import { createAppServer, listen } from './serve.ts'

listen(createAppServer(routes))
