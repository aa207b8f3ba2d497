module lockcheck

go 1.26
