/** Records a clip of 1.5 seconds with changing colours. */
export async function recordClip(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 90, height: 160 })
  const drawing = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const recorded = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start()
  const end = performance.now() + 1_500
  for (let now = 0; now < end; now = await nextFrame()) {
    if (drawing !== null) drawing.fillStyle = `hsl(${now % 360} 50% 50%)`
    drawing?.fillRect(0, 0, canvas.width, canvas.height)
  }
  recorder.stop()
  await recorded
  return new Blob(parts, { type: 'video/webm' })
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}
