import montserrat from './fonts/demo-montserrat-800.woff2?url'

/** The font of the first look, preloaded with the page to avoid a layout shift. */
export const DEMO_FONT = { file: montserrat, css: '800 1em "Demo montserrat 800"' }
