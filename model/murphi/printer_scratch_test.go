package murphi
import ("testing";"os";"fmt")
func TestScratch(t *testing.T){
 f:=os.Getenv("F"); if f=="" {t.Skip()}
 b,_ := os.ReadFile(f)
 s, ds := Format(&Source{Name:f,Text:string(b)})
 fmt.Println(ds.Err())
 fmt.Print(s)
}
