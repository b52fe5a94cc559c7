/** Synchronous. Pointers and C integers are numbers; 64-bit integers do not occur. */
const NAMES = [
  'malloc',
  'free',
  'emscripten_stack_get_base',
  'set_noop_error_handler',
  'Z3_get_error_code',
  'Z3_get_error_msg',
  'Z3_get_full_version',
  'Z3_global_param_set',
  'Z3_mk_config',
  'Z3_del_config',
  'Z3_mk_context',
  'Z3_mk_params',
  'Z3_params_inc_ref',
  'Z3_params_set_uint',
  'Z3_mk_int_symbol',
  'Z3_mk_string_symbol',
  'Z3_mk_bool_sort',
  'Z3_mk_int_sort',
  'Z3_mk_real_sort',
  'Z3_mk_const',
  'Z3_mk_int',
  'Z3_mk_numeral',
  'Z3_mk_true',
  'Z3_mk_false',
  'Z3_mk_not',
  'Z3_mk_and',
  'Z3_mk_or',
  'Z3_mk_atleast',
  'Z3_mk_iff',
  'Z3_mk_ite',
  'Z3_mk_eq',
  'Z3_mk_lt',
  'Z3_mk_le',
  'Z3_mk_add',
  'Z3_mk_sub',
  'Z3_mk_mul',
  'Z3_mk_div',
  'Z3_mk_unary_minus',
  'Z3_mk_int2real',
  'Z3_mk_real2int',
  'Z3_mk_simple_solver',
  'Z3_solver_inc_ref',
  'Z3_solver_set_params',
  'Z3_solver_assert',
  'Z3_solver_from_string',
  'Z3_solver_check',
  'Z3_solver_push',
  'Z3_solver_pop',
  'Z3_solver_get_model',
  'Z3_solver_get_reason_unknown',
  'Z3_solver_get_statistics',
  'Z3_stats_inc_ref',
  'Z3_stats_size',
  'Z3_stats_get_key',
  'Z3_stats_get_uint_value',
  'Z3_get_app_decl',
  'Z3_model_inc_ref',
  'Z3_model_get_const_interp',
  'Z3_model_eval',
  'Z3_get_bool_value',
  'Z3_get_numeral_string',
  'Z3_is_algebraic_number',
  'Z3_get_algebraic_number_lower',
  'Z3_get_algebraic_number_upper',
] as const

export type Z3Calls = Readonly<Record<(typeof NAMES)[number], (...operands: number[]) => number>>

/** @throws Error if an export is missing */
export function z3Calls(exports: WebAssembly.Exports): Z3Calls {
  const calls: Partial<Record<(typeof NAMES)[number], (...operands: number[]) => number>> = {}
  for (const name of NAMES) {
    const call = exports[name]
    if (!isCall(call)) throw new Error(`the Z3 module has no export ${name}`)
    calls[name] = call
  }
  if (!isComplete(calls)) throw new Error('the Z3 module lacks an export')
  return calls
}

function isCall(value: unknown): value is (...operands: number[]) => number {
  return typeof value === 'function'
}

function isComplete(calls: Partial<Z3Calls>): calls is Z3Calls {
  return NAMES.every((name) => calls[name] !== undefined)
}
