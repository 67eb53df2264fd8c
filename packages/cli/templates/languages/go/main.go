// An application for the marketplace, with the standard library alone: the interface is plain HTTP.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type state struct {
	Settings map[string]any `json:"settings"`
}

type event struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

var errKeyUnknown = errors.New("no customer has this key")

// readState reads the customer's settings. It is called for each request and never kept: one instance serves many customers.
func readState(key string) (state, error) {
	var read state
	client := http.Client{Timeout: 5 * time.Second}
	answer, err := client.Get(os.Getenv("MKT_STATE_API") + "/state/" + url.PathEscape(key))
	if err != nil {
		// A *url.Error names the address, which holds the customer's key: keep it out of the log.
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return read, err
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusNotFound {
		return read, errKeyUnknown
	}
	if answer.StatusCode != http.StatusOK {
		return read, fmt.Errorf("the state interface answered %d", answer.StatusCode)
	}
	return read, json.NewDecoder(answer.Body).Decode(&read)
}

func onEvent(response http.ResponseWriter, request *http.Request) {
	var heard event
	if json.NewDecoder(request.Body).Decode(&heard) != nil || heard.Type == "" {
		response.WriteHeader(http.StatusUnprocessableEntity) // 4xx: the platform gives up
		return
	}
	read, err := readState(request.Header.Get("x-mkt-key"))
	if errors.Is(err, errKeyUnknown) {
		response.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	if err != nil {
		log.Print(err)
		response.WriteHeader(http.StatusServiceUnavailable) // 503: it tries again later
		return
	}
	greeting, ok := read.Settings["greeting"].(string)
	if !ok {
		greeting = "Hello"
	}
	fmt.Printf("%s: %s %s\n", greeting, heard.Type, heard.Data)
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("MKT_PORT")
	if port == "" {
		port = "8080"
	}
	http.HandleFunc("/health", func(response http.ResponseWriter, _ *http.Request) { response.WriteHeader(http.StatusOK) })
	http.HandleFunc("/events", onEvent)
	server := &http.Server{Addr: ":" + port, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	go func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
		<-signals
		_ = server.Shutdown(context.Background())
		close(ended)
	}()
	fmt.Println("listening on " + port)
	if err := server.ListenAndServe(); err != http.ErrServerClosed {
		log.Fatal(err)
	}
	<-ended
}
