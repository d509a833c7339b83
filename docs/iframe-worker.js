// A browser starts no worker from a folder (file:). There the one of the search runs in a frame.
// No more than this worker needs: messages to and fro, which wait until its script is loaded.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.documentElement.appendChild(frame)
      const inside = frame.contentWindow
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      const script = inside.document.createElement("script")
      const loaded = new Promise(done => script.addEventListener("load", done))
      this.postMessage = data =>
        loaded.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })))
      script.src = url
      inside.document.body.appendChild(script)
    }
  }
}
