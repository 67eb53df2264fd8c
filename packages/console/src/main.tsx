import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './mantine-styles.ts'
import './base.css'
import { App } from './app.tsx'
import { shareNonce } from './nonce.ts'

shareNonce()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
