export { CaptionDemo } from './caption-demo.tsx'
export { HomePage } from './home-page.tsx'
