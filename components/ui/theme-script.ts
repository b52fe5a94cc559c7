/** The storage key of the chosen theme; absent while the page follows the system. */
export const THEME_KEY = 'touchstone.theme'

/**
 * Runs in the document head, before the first paint: applies the chosen theme, or the system's, and follows both while
 * the page is open. Another tab may choose a theme, and the system may change its own at dusk.
 */
export const themeScript = `(function(){var k='${THEME_KEY}',dark=matchMedia('(prefers-color-scheme: dark)');function apply(){var t=null;try{t=localStorage.getItem(k)}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:dark.matches?'dark':'light'}apply();dark.addEventListener('change',apply);addEventListener('storage',function(e){if(e.key===k||e.key===null)apply()})})()`
