// Command lockcheck checks distributed-lock protocols exhaustively.
package main

import (
	"os"

	"lockcheck/cmd/internal/cli"
)

func main() {
	os.Exit(int(cli.Main(os.Args[1:], cli.System())))
}
