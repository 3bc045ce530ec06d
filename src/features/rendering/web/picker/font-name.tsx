import { useEffect, useRef, useState } from 'react'
import { type FontFamily, fontFamily, nearestWeight } from '#features/templates/model/index.ts'
import { facesFor, fontList } from '../../model/fonts/fonts.ts'
import { loadCaptionFonts } from '../preview/caption-fonts.ts'

/** Bold, as captions mostly are. */
const WEIGHT = 700

/** The name of a type family in its own letters, whose file is fetched once the name is on screen. */
export function FontName({ family }: { family: FontFamily }) {
  const { label } = fontFamily(family)
  const name = useRef<HTMLSpanElement>(null)
  const [fonts, setFonts] = useState<string>()

  useEffect(() => {
    const element = name.current
    if (element === null) return
    let left = false
    const faces = facesFor(label, { family, weight: nearestWeight(family, WEIGHT) })
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      loadCaptionFonts(faces).then(
        () => {
          if (!left) setFonts(fontList(faces, label))
        },
        // Without the file the name stays in the letters of the page.
        () => undefined,
      )
    })
    seen.observe(element)
    return () => {
      left = true
      seen.disconnect()
    }
  }, [family, label])

  return (
    <span
      ref={name}
      className="text-base"
      style={fonts === undefined ? undefined : { fontFamily: fonts, fontWeight: nearestWeight(family, WEIGHT) }}
    >
      {label}
    </span>
  )
}
