// Shows each of views in a frame of its width, and writes what cannot be read in
// them as JSON into the page. Narrow frames are real viewports to their pages, which
// a narrow window would not be.
const gap = 1 // what texts may touch, in pixels

// colourOf returns the red, green and blue of a computed colour.
const colourOf = text => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number)

// light is the relative luminance of a colour, as WCAG defines it.
const light = colour => colour.slice(0, 3).map(c => c / 255)
  .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)

const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)

// paperOf returns the colour behind an element.
function paperOf(window, element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = colourOf(window.getComputedStyle(e).backgroundColor)
    if (colour.length < 4 || colour[3] > 0) return colour
  }
  return [255, 255, 255]
}

// textsOf lists a page's texts that are shown, with their places.
function textsOf(window) {
  const document = window.document, list = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement, text = walk.currentNode.data.trim()
    if (!text || element.closest("title, script, style")) continue
    const range = document.createRange()
    range.selectNodeContents(walk.currentNode)
    const boxes = element.closest("svg") ? [element.getBoundingClientRect()] : [...range.getClientRects()]
    for (const box of boxes) if (box.width > 0) list.push({ element, text, box })
  }
  return list
}

// isScrolled reports whether an element is in a list that was scrolled, as a person may do.
const isScrolled = element => element !== null && (element.scrollTop > 0 || isScrolled(element.parentElement))

function faultsOf(window, texts) {
  const document = window.document, faults = []
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} wide`)
  for (const element of document.body.querySelectorAll("*")) {
    const style = window.getComputedStyle(element)
    if (!element.closest("svg") && style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + gap)
      faults.push(`${element.scrollWidth} pixels are cut to ${element.clientWidth}: ${element.textContent.trim().slice(0, 60)}`)
    if (element.matches("rect, circle") && element.getBoundingClientRect().width > 0 && contrast(colourOf(style.fill), paperOf(window, element)) < 2.5)
      faults.push(`${element.outerHTML} in ${style.fill} is not to be seen`)
  }
  for (const { element, text, box } of texts) {
    if (box.left < -0.5 || box.right > width + 0.5 || box.top < -0.5 && !isScrolled(element)) faults.push(`"${text}" goes from ${box.left} to ${box.right}`)
    const style = window.getComputedStyle(element), ink = element.closest("svg") ? style.fill : style.color
    const clear = contrast(colourOf(ink), paperOf(window, element))
    if (clear < 4.5) faults.push(`"${text}" has a contrast of ${clear.toFixed(1)}`)
  }
  for (const svg of document.querySelectorAll("svg")) {
    const inside = texts.filter(t => svg.contains(t.element))
    inside.forEach((a, i) => inside.slice(i + 1).forEach(b => {
      if (Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > gap && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 2 + gap)
        faults.push(`"${a.text}" lies over "${b.text}"`)
    }))
  }
  return faults
}

let left = 0
const frames = views.map(view => {
  const frame = document.createElement("iframe")
  frame.style = `position:absolute;border:0;top:0;left:${left}px;width:${view.Width}px;height:100px`
  frame.srcdoc = view.Page
  document.body.append(frame)
  left += view.Width
  return frame
})
window.onload = () => {
  document.getElementById("shown").textContent = JSON.stringify(frames.map((frame, i) => {
    const window = frame.contentWindow, height = window.document.documentElement.scrollHeight
    frame.style.height = `${height}px`
    const texts = textsOf(window)
    return { Faults: faultsOf(window, texts), Texts: texts.length, Left: frame.offsetLeft, Height: height }
  }))
}
