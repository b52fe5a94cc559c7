/** Finds the program that answers as language server. */
const { createRequire } = require('node:module')
const path = require('node:path')

/** The command as npm installs it. */
const INSTALLED = 'touchstone/touchstone.js'
const ARGUMENTS = ['language-server', '--stdio']

/**
 * @param {unknown} configured the setting `touchstone.command`: a program and its first arguments, or nothing
 * @param {readonly string[]} folders paths of the workspace, at and above which the command may be installed
 * @returns {string[]} the words of the command
 * @throws {Error} if the setting has another form
 */
function serverCommand(configured, folders) {
  if (!Array.isArray(configured) || configured.some((word) => typeof word !== 'string' || word === ''))
    throw new Error('the setting touchstone.command is not a list of words')
  if (configured.length > 0) return [...configured, ...ARGUMENTS]
  for (const folder of folders) {
    const installed = installedIn(folder)
    if (installed !== null) return ['node', installed, ...ARGUMENTS]
  }
  return ['touchstone', ...ARGUMENTS]
}

/** @param {string} folder */
function installedIn(folder) {
  try {
    return createRequire(path.join(folder, 'package.json')).resolve(INSTALLED)
  } catch {
    return null
  }
}

module.exports = { serverCommand }
