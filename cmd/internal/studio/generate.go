package studio

//go:generate go -C wasmbuild run . .. ../web
