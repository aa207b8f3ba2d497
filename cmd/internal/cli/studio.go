package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/cmd/internal/studio"
	"lockcheck/cmd/internal/studio/engine"
)

// studioOptions are the flags of studio.
type studioOptions struct {
	listen string
	noOpen bool
	export string
}

// usualListen is where the studio is, if nobody else is there.
const usualListen = "127.0.0.1:8642"

func (a *app) studioCommand() *cobra.Command {
	o := &studioOptions{}
	cmd := &cobra.Command{
		Use:   "studio",
		Short: "See the race in a browser, step by step, and check it there",
		Long: "studio serves a page to your browser and opens it: the race as a timeline to\n" +
			"step through, the exhaustive check beside it, the map of TTL against pause, the\n" +
			"queue of ZooKeeper, the nodes of Redlock, code to take away, and explanations\n" +
			"whose claims are checked on the spot. Only this computer can reach it, unless\n" +
			"--listen names another address; then the address of the page has a secret.\n\n" +
			"With --export it writes the same page into a directory instead, for any web\n" +
			"server: there everything runs in the browser. That takes a lockcheck that was\n" +
			"built after `go generate ./cmd/internal/studio` in its source.",
		Example: "  lockcheck studio\n" +
			"  lockcheck studio --no-open --listen 127.0.0.1:0\n" +
			"  lockcheck studio --export site",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("export") {
				if cmd.Flags().Changed("listen") || o.noOpen {
					return errors.New("--export writes files and serves nothing; leave --listen and --no-open out")
				}
				return studio.Export(o.export)
			}
			return a.runStudio(o, cmd.Flags().Changed("listen"))
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.listen, "listen", usualListen, "serve at `HOST:PORT`; port 0 is any that is free")
	f.BoolVar(&o.noOpen, "no-open", false, "do not start a browser")
	f.StringVar(&o.export, "export", "", "write the page into `DIR`, which must not exist, and end")
	return cmd
}

// runStudio serves until Ctrl-C.
func (a *app) runStudio(o *studioOptions, chosen bool) error {
	l, err := net.Listen("tcp", o.listen)
	if errors.Is(err, syscall.EADDRINUSE) && !chosen {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return fmt.Errorf("--listen %s: %w", ask.PlainWord(o.listen), listenReason(err))
	}
	// On this computer one core is left to the browser, so that the page stays awake
	// while the rest search.
	secret := ""
	if at, ok := l.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		secret = rand.Text()
	} else if cores := runtime.GOMAXPROCS(0); cores > 1 {
		runtime.GOMAXPROCS(cores - 1)
	}
	// All that are answered at once share the memory.
	s := studio.NewServer(l.Addr(), secret, &engine.Engine{Memory: memoryShare() / int64(studio.AtOnce())})
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	ctx, release := a.interruptible("closing the studio", func() {})
	defer release()
	urls := s.URLs()
	for i, url := range urls {
		if i == 0 || secret != "" {
			fmt.Fprintf(a.env.Out, "The studio is at %s\n", url)
		}
	}
	fmt.Fprintln(a.env.Err, "Ctrl-C ends it.")
	if a.env.Open != nil && !o.noOpen {
		if err := a.env.Open(urls[0]); err != nil {
			fmt.Fprintf(a.env.Err, "lockcheck: warning: no browser could be started (%v); open the address yourself\n", err)
		}
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = server.Shutdown(end) // who still waits for an answer is not waited for
	return server.Close()
}

// listenReason is the cause of an error of net, without the address that the
// message names already.
func listenReason(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var address *net.AddrError
	if errors.As(err, &address) {
		return errors.New(address.Err)
	}
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}
