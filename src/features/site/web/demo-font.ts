import montserrat from './fonts/demo-montserrat-800.woff2?url'

/** The face of the look that plays first, to be fetched with the page: nothing moves when it arrives. */
export const DEMO_FONT = { file: montserrat, css: '800 1em "Demo montserrat 800"' }
