package murphi

func (c *checker) static() {}

func (c *checker) asymmetric(t *Type, at Node, why string) { t.Asymmetric = true }
