/** The storage key of the chosen theme; absent for the theme of the system. */
export const THEME_KEY = 'touchstone.theme'

/** Runs in the document head: the chosen theme, else the system's. */
export const themeScript = `try{var t=localStorage.getItem('${THEME_KEY}')}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'`
