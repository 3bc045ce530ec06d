import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'], chromePath: '/usr/bin/chromium' })
for (const path of process.argv.slice(2)) {
  const { lhr } = await lighthouse('http://127.0.0.1:4951' + path, { port: chrome.port, output: 'json', logLevel: 'silent', onlyCategories: ['performance'] })
  const a = lhr.audits
  console.log('=====', path, lhr.categories.performance.score, 'FCP', a['first-contentful-paint'].numericValue, 'LCP', a['largest-contentful-paint'].numericValue, 'SI', a['speed-index'].numericValue, 'TBT', a['total-blocking-time'].numericValue, 'CLS', a['cumulative-layout-shift'].numericValue)
  for (const i of a['long-tasks']?.details?.items ?? []) console.log('  task', Math.round(i.startTime), Math.round(i.duration), i.url)
  for (const i of a['mainthread-work-breakdown']?.details?.items ?? []) console.log('  main', i.groupLabel, Math.round(i.duration))
  for (const i of a['bootup-time']?.details?.items ?? []) console.log('  boot', i.url, Math.round(i.total), Math.round(i.scripting), Math.round(i.scriptParseCompile))
  for (const i of a['network-requests']?.details?.items ?? []) console.log('  net', Math.round(i.networkRequestTime), Math.round(i.networkEndTime), i.transferSize, i.priority, i.url.replace('http://127.0.0.1:4951', ''))
  const m = a['metrics'].details.items[0]; console.log('  observed', m.observedFirstContentfulPaint, m.observedLargestContentfulPaint, m.observedLoad)
  for (const id of ['render-blocking-insight', 'lcp-breakdown-insight', 'network-dependency-tree-insight', 'cls-culprits-insight', 'forced-reflow-insight', 'unused-javascript', 'unused-css-rules']) { const d = a[id]; if (d) console.log('  ', id, d.score, d.displayValue ?? '', JSON.stringify(d.details?.items ?? {}).slice(0, 400)) }
}
chrome.kill()
