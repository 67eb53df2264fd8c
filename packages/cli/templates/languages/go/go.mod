module my-app

go 1.19
