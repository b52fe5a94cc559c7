/** Without an entry, the page follows the system. */
export const THEME_KEY = 'touchstone.theme'

/** Runs in the head before the first paint. Applies the chosen theme or the system's, and follows later changes. */
export const themeScript = `(function(){var k='${THEME_KEY}',dark=matchMedia('(prefers-color-scheme: dark)');function apply(){var t=null;try{t=localStorage.getItem(k)}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:dark.matches?'dark':'light'}apply();dark.addEventListener('change',apply);addEventListener('storage',function(e){if(e.key===k||e.key===null)apply()})})()`
