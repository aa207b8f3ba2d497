package murphi

import "testing"

func TestSuggest(t *testing.T) {
	words := []string{"pause", "freeze", "crash", "delay", "clock-jump", "session_late"}
	for word, want := range map[string]string{
		"puase": "pause", "paus": "pause", "pauses": "pause", "Pause": "pause", "freze": "freeze", "clock_jump": "clock-jump",
		"clockjmp": "clock-jump", "SESSION-LATE": "session_late", "delya": "delay",
		"pause": "", "x": "", "": "", "boot": "", "drift": "", "crush hour": "", "dealt": "",
	} {
		if got := Suggest(word, words); got != want {
			t.Errorf("Suggest(%q) is %q, want %q", word, got, want)
		}
	}
	if got := Suggest("bat", []string{"", "cat", "rat"}); got != "cat" {
		t.Errorf("of equally close words the first wins, not %q", got)
	}
}
