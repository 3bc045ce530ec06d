/**
 * A readable name for a user agent: "Chrome on Windows". The most specific names come first: most browsers claim to be
 * others too.
 */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return UNKNOWN
  const browser = nameIn(userAgent, BROWSERS)
  const system = nameIn(userAgent, SYSTEMS)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? (system === undefined ? UNKNOWN : `A browser on ${system}`)
}

/** Whether the device is a phone or tablet. */
export function isHandheld(userAgent: string | null): boolean {
  return /iPhone|iPad|Android|Mobile/.test(userAgent ?? '')
}

type Names = readonly (readonly [RegExp, string])[]

const UNKNOWN = 'An unknown device'

const BROWSERS: Names = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

function nameIn(userAgent: string, names: Names): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1]
}
