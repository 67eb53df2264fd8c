import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'

// The server replaces this word by a fresh nonce in each answer, so the page can run under a policy without
// inline scripts and with styles only from us.
const noncePlaceholder = '__MKT_NONCE__'

export default defineConfig({
  plugins: [react(), compressAssets()],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
