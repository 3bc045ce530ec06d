import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** While developing the pages (`react-router dev`), the API and the files come from a running server. */
const SERVER = 'http://127.0.0.1:4870'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: false,
  server: {
    host: '127.0.0.1',
    port: 4871,
    strictPort: true,
    proxy: { '/api': SERVER, '/fonts': SERVER, '/healthz': SERVER },
  },
  build: { target: 'baseline-widely-available' },
})
