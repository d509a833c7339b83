// The colours that were chosen, before anything is drawn in others; so this is no module.
{
  const root = document.documentElement;
  const kept = () => {
    try {
      return localStorage.getItem("vera-colours") ?? "";
    } catch {
      return ""; // a browser that keeps nothing
    }
  };
  /** @param {string} colours "light", "dark", or "" as the system has them */
  const show = (colours) => {
    if (colours) root.dataset.colours = colours;
    else delete root.dataset.colours;
  };
  show(kept());
  addEventListener("DOMContentLoaded", () => {
    const select = /** @type {HTMLSelectElement} */ (document.getElementById("colours"));
    select.value = kept();
    select.addEventListener("change", () => {
      show(select.value);
      try {
        localStorage.setItem("vera-colours", select.value);
      } catch {
        // it holds until the page is left
      }
    });
  });
}
