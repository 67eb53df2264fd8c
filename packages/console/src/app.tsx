import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { styleNonce } from './lib/nonce.ts'
import { queryClient } from './queries/client/query-client.ts'
import { createConsoleRouter } from './router.ts'
import { Notes } from './ui/feedback/notes.tsx'
import { cssVariablesResolver, theme } from './ui/theme.ts'

const router = createConsoleRouter()

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notes />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
