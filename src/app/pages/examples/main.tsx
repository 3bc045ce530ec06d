import { createRoot } from 'react-dom/client'
import { THEME_SCRIPT } from '#platform/web/theme.ts'
import { ExamplesPage } from './examples-page.tsx'
import './examples.css'

const theme = document.createElement('script')
theme.textContent = THEME_SCRIPT
document.head.append(theme)

const root = document.getElementById('examples')
if (root === null) throw new Error('the document has no #examples')
createRoot(root).render(<ExamplesPage />)
