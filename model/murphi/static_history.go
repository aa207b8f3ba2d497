package murphi

func (c *checker) histories() {}
