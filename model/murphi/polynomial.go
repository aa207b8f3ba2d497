package murphi

import "math/big"

// polynomial maps the exponents of a monomial, one byte for each variable, to
// its coefficient, which is not 0.
type polynomial map[string]*big.Rat

const (
	// maxTerms and maxDegree bound a polynomial, maxSplits the work of
	// finding its sign; beyond them the answer is "not known".
	maxTerms  = 256
	maxDegree = 16
	maxSplits = 4096
)

func (p polynomial) add(key string, c *big.Rat) {
	if old := p[key]; old != nil {
		c = new(big.Rat).Add(old, c)
	}
	if c.Sign() == 0 {
		delete(p, key)
		return
	}
	p[key] = c
}

// plus returns p + c q.
func (p polynomial) plus(q polynomial, c *big.Rat) polynomial {
	sum := polynomial{}
	for key, x := range p {
		sum[key] = x
	}
	for key, x := range q {
		sum.add(key, new(big.Rat).Mul(x, c))
	}
	return sum
}

// times returns p q, or nil if that is too large.
func (p polynomial) times(q polynomial) polynomial {
	product := polynomial{}
	for k, x := range p {
		for l, y := range q {
			key := []byte(k)
			for i := range key {
				if key[i] += l[i]; key[i] > maxDegree {
					return nil
				}
			}
			c := new(big.Rat).Mul(x, y)
			if product.add(string(key), c); len(product) > maxTerms || c.Num().BitLen() > maxBits || c.Denom().BitLen() > maxBits {
				return nil
			}
		}
	}
	return product
}

// derivative returns the derivative of p by variable v.
func (p polynomial) derivative(v int) polynomial {
	d := polynomial{}
	for k, x := range p {
		if n := k[v]; n > 0 {
			key := []byte(k)
			key[v]--
			d[string(key)] = new(big.Rat).Mul(x, big.NewRat(int64(n), 1))
		}
	}
	return d
}

// constant returns the value of a polynomial without variables.
func (p polynomial) constant() (*big.Rat, bool) {
	for k, x := range p {
		for i := range k {
			if k[i] > 0 {
				return nil, false
			}
		}
		return x, true
	}
	return new(big.Rat), true
}

// sign is what is known of a polynomial's values.
type sign int8

const (
	zero     sign = 0
	positive sign = 1  // nowhere below 0
	negative sign = -1 // nowhere above 0
	anySign  sign = 2
)

// and joins what is known of two polynomials.
func (s sign) and(t sign) sign {
	switch {
	case s == t || t == zero:
		return s
	case s == zero:
		return t
	}
	return anySign
}

// sign finds the sign of p where no variable is negative and those that are
// rates are at most 1. It is decided by the coefficients: those of the powers
// for most variables, those of the Bernstein basis for rates, so that 1 - r
// is known to be positive.
func (p polynomial) sign(isRate []bool, splits *int) sign {
	if *splits--; *splits < 0 {
		return anySign
	}
	for v, rate := range isRate {
		degree := 0
		for k := range p {
			degree = max(degree, int(k[v]))
		}
		if !rate || degree == 0 {
			continue
		}
		all := zero
		for j := 0; j <= degree && all != anySign; j++ {
			all = all.and(p.bernstein(v, degree, j).sign(isRate, splits))
		}
		return all
	}
	all := zero
	for _, x := range p {
		all = all.and(sign(x.Sign()))
	}
	return all
}

// bernstein returns the coefficient of the j-th Bernstein polynomial of a
// degree in variable v: the sum over i of C(j,i) / C(degree,i) times the
// coefficient of v to the i.
func (p polynomial) bernstein(v, degree, j int) polynomial {
	b := polynomial{}
	for k, x := range p {
		i := int64(k[v])
		if i > int64(j) {
			continue
		}
		c := new(big.Rat).SetFrac(new(big.Int).Binomial(int64(j), i), new(big.Int).Binomial(int64(degree), i))
		key := []byte(k)
		key[v] = 0
		b.add(string(key), c.Mul(c, x))
	}
	return b
}
