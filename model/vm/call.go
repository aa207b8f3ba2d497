package vm

import "lockcheck/model/murphi"

// callContext says where the function being compiled leaves its result and
// what `return` does.
type callContext struct {
	fn     *murphi.Func // nil in a rule
	result place
	end    *label
	real   bool   // compiled once, called by opCall: ends with opReturn
	branch *label // the result is only branched on: go there if it equals want
	want   bool
}

// inPlace reports whether a call of f is compiled where it stands. In
// functions that are really called every call is real, so that the nesting of
// calls is counted as the model nests them.
func (c *compiler) inPlace(f *murphi.Func) bool {
	if c.fn != nil && c.fn.real {
		return false
	}
	return c.depth < c.limits.inline && !c.costs.recursive(f) && c.costs.function(f).nodes <= c.limits.unroll
}

// call compiles a call whose result, if there is one, is a simple value.
func (c *compiler) call(f *murphi.Func, args []murphi.Expr, at murphi.Node) operand {
	var result place
	if f.ResultType != nil {
		result = place{kind: inRegister, n: int(c.reg(1)), typ: f.ResultType}
	}
	c.callInto(result, f, args, at)
	if f.ResultType == nil {
		return operand{}
	}
	lo, hi := c.bounds(f.ResultType)
	return inReg(uint16(result.n), lo, hi)
}

// callInto compiles a call that leaves its result in registers of the caller.
func (c *compiler) callInto(result place, f *murphi.Func, args []murphi.Expr, at murphi.Node) {
	c.scratch(func() {
		if c.inPlace(f) {
			c.body(c.context(callContext{fn: f, result: result, end: c.newLabel()}), c.arguments(f, args), at)
		} else {
			c.realCall(result, f, args, at)
		}
	})
}

// branchCall compiles the call of a boolean function as a condition.
func (c *compiler) branchCall(e *murphi.Call, want bool, l *label) {
	c.scratch(func() {
		if c.inPlace(e.Func) {
			ctx := c.context(callContext{fn: e.Func, end: c.newLabel(), branch: l, want: want})
			c.body(ctx, c.arguments(e.Func, e.Args), e)
		} else {
			c.branchValue(e, 1, want, l)
		}
	})
}

// arguments evaluates the arguments of a call compiled in place and returns
// what the parameters stand for.
// They are good until the next call is compiled.
func (c *compiler) arguments(f *murphi.Func, args []murphi.Expr) []binding {
	from := len(c.args)
	for i, p := range f.Params {
		switch {
		case p.Var || !p.Type.Simple() && f.Pure && isDesignator(args[i]):
			// A function that changes nothing may look at the original.
			pl := c.place(args[i])
			pl.typ = p.Type
			c.args = append(c.args, binding{place: pl})
		case p.Type.Simple():
			o, maybe := c.argument(args[i], p.Type)
			if p.Type.Ordinal {
				o = inReg(c.register(o), o.lo, o.hi) // where minting sees it
			}
			c.args = append(c.args, binding{constant: o.constant, k: o.k,
				place: place{kind: inRegister, n: int(o.reg), typ: p.Type, local: maybe}})
		default:
			pl := place{kind: inRegister, n: int(c.reg(c.layout.sizes.of(p.Type))), typ: p.Type, local: true}
			c.copy(pl, c.place(args[i]))
			c.args = append(c.args, binding{place: pl})
		}
	}
	bs := c.args[from:]
	c.args = c.args[:from]
	return bs
}

// argument evaluates an argument of a simple type, passed by value. A
// designator may be undefined; then so is the parameter.
func (c *compiler) argument(e murphi.Expr, t *murphi.Type) (o operand, maybeUndefined bool) {
	if _, known := c.fold(e); known || !isDesignator(e) {
		return c.checked(c.expr(e), t, murphi.ValueOutOfRange, e), false
	}
	p := c.place(e)
	if !c.mayBeUndefined(p) {
		return c.checked(c.load(p, e), t, murphi.ValueOutOfRange, e), false
	}
	r := c.loadAny(p)
	lo, hi := c.bounds(p.typ)
	defined := c.newLabel()
	c.jump(instr{op: opJumpEqK, a: r, x: Undefined}, defined)
	o = c.checked(inReg(r, lo, hi), t, murphi.ValueOutOfRange, e)
	c.here(defined)
	return o, true
}

// body compiles the body of a function with its parameters bound, and counts
// the call.
func (c *compiler) body(ctx *callContext, params []binding, at murphi.Node) {
	f := ctx.fn
	for i, p := range f.Params {
		c.refuseWide(p.Name, p.Type)
		c.bind(p, params[i])
		if !params[i].constant && params[i].place.kind == inRegister {
			c.track(params[i].place)
		}
	}
	c.tick(at)
	outer := c.fn
	c.fn = ctx
	c.depth++
	c.locals(f.Locals)
	c.stmts(f.Body)
	if f.ResultType != nil && c.reachable() {
		c.emitTrap(instr{op: opFail}, murphi.NoResult, f)
	}
	c.here(ctx.end)
	if ctx.real {
		c.emit(instr{op: opReturn})
	}
	c.depth--
	c.fn = outer
	c.contexts = append(c.contexts, ctx)
}

// context returns a callContext, which body takes back.
func (c *compiler) context(x callContext) *callContext {
	n := len(c.contexts) - 1
	if n < 0 {
		return &x
	}
	ctx := c.contexts[n]
	c.contexts = c.contexts[:n]
	*ctx = x
	return ctx
}

// locals declares local variables, undefined at first.
func (c *compiler) locals(items []murphi.Item) {
	for _, it := range items {
		if v, ok := it.(*murphi.VarDecl); ok {
			c.refuseWide(v.Name, v.Type)
			p := c.declare(v.Type)
			c.bind(v, binding{place: p})
			c.emit(instr{op: opUndef, a: uint16(p.n), x: int64(c.layout.sizes.of(v.Type))})
		}
	}
}

// returns compiles a return statement in the function at hand, or in a rule.
func (c *compiler) returns(s *murphi.ReturnStmt) {
	ctx := c.fn
	switch {
	case s.X == nil:
	case ctx.branch != nil:
		c.branch(s.X, ctx.want, ctx.branch)
	case ctx.fn.ResultType.Simple():
		c.scratch(func() {
			o := c.checked(c.expr(s.X), ctx.fn.ResultType, murphi.ValueOutOfRange, s.X)
			c.into(uint16(ctx.result.n), o)
		})
	default:
		c.scratch(func() { c.copy(ctx.result, c.place(s.X)) })
	}
	c.goTo(ctx.end)
}

// realCall compiles a call by opCall. The window of the callee begins where
// its arguments lie, above all registers in use.
func (c *compiler) realCall(result place, f *murphi.Func, args []murphi.Expr, at murphi.Node) {
	window := c.reg(c.windowSize(f))
	slot := int(window)
	for i, p := range f.Params {
		c.scratch(func() {
			switch {
			case p.Var:
				c.emit(instr{op: opMove, a: uint16(slot), b: c.reference(c.place(args[i]))})
			case p.Type.Simple():
				o, _ := c.argument(args[i], p.Type)
				c.into(uint16(slot), o)
			default:
				c.copy(place{kind: inRegister, n: slot, typ: p.Type}, c.place(args[i]))
			}
		})
		slot += c.window(p)
	}
	// Where nothing is counted, the call as a whole stays below the maximum;
	// the function counts all the same, and begins anew.
	c.emitTrap(instr{op: opCall, a: window, c: uint16(c.depth + 1), t: int32(c.function(f)), x: c.liveList(),
		y: truth(!c.counting)}, murphi.TooDeep, at)
	if f.ResultType != nil {
		c.copy(result, place{kind: inRegister, n: int(window), typ: f.ResultType})
	}
}

// window is the number of registers that a parameter takes.
func (c *compiler) window(p *murphi.Param) int {
	if p.Var {
		return 1
	}
	return c.layout.sizes.of(p.Type)
}

func (c *compiler) windowSize(f *murphi.Func) int {
	n := 0
	for _, p := range f.Params {
		n += c.window(p)
	}
	if f.ResultType != nil {
		n = max(n, c.layout.sizes.of(f.ResultType))
	}
	return n
}

// function returns the number of a really called function; its code comes
// later, in compileFunctions.
func (c *compiler) function(f *murphi.Func) int {
	n, ok := c.funcsOf[f]
	if !ok {
		n = len(c.funcs)
		c.funcsOf[f] = n
		c.funcs = append(c.funcs, function{})
		c.pending = append(c.pending, f)
	}
	return n
}

// compileFunctions compiles the functions that are really called. They count
// the model's instructions, whoever calls them.
func (c *compiler) compileFunctions() {
	for len(c.pending) > 0 {
		f := c.pending[0]
		c.pending = c.pending[1:]
		c.next, c.used, c.depth, c.counting, c.scoped = c.windowSize(f), c.windowSize(f), -1, true, nil
		fn := function{entry: len(c.code)}
		c.barrier, c.from = fn.entry, fn.entry
		var params []binding
		slot := 0
		for _, p := range f.Params {
			pl := place{kind: inRegister, n: slot, typ: p.Type, local: true}
			if p.Var {
				pl.kind = byReference
			}
			params = append(params, binding{place: pl})
			slot += c.window(p)
		}
		ctx := &callContext{fn: f, end: c.newLabel(), real: true}
		if f.ResultType != nil {
			ctx.result = place{kind: inRegister, typ: f.ResultType}
		}
		c.body(ctx, params, f)
		fn.frame = c.used
		c.funcs[c.funcsOf[f]] = fn
	}
}
