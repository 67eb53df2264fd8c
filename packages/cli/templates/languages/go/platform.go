// What every application needs of the platform, with the standard library alone: the interface is plain HTTP.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	mostBytes    = 5 << 20
	stateTimeout = 5 * time.Second
	// The platform lets requests end for 30 s before it ends the container.
	endTimeout = 25 * time.Second
)

// state is what a customer configured.
type state struct {
	Settings map[string]any `json:"settings"`
	Mappings []mapping      `json:"mappings"`
}

// mapping says where the fields of the manifest are in one product of the customer.
type mapping struct {
	ProductName string            `json:"productName"`
	Fields      map[string]string `json:"fields"`
}

// text is a setting, or the given default where the customer left it empty.
func (s state) text(name, otherwise string) string {
	if value, ok := s.Settings[name].(string); ok && value != "" {
		return value
	}
	return otherwise
}

// giveUp refuses a request for good: the customer reads the sentence, and the platform does not try again.
type giveUp string

func (g giveUp) Error() string { return string(g) }

// customer is the one for whom a request came.
type customer struct {
	key      string
	stateAPI string
	// The same event may come twice; its ID is then the same.
	webhookID string
	// How long the platform waits for the answer.
	timeout time.Duration
}

// state reads what the customer configured. Read it for each request and never keep it: one instance serves many customers.
func (c customer) state() (state, error) {
	var read state
	client := http.Client{Timeout: c.timeout}
	answer, err := client.Get(c.stateAPI + "/state/" + url.PathEscape(c.key))
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
		return read, giveUp("No customer has this key.")
	}
	if answer.StatusCode != http.StatusOK {
		return read, fmt.Errorf("the state interface answered %d", answer.StatusCode)
	}
	return read, json.NewDecoder(answer.Body).Decode(&read)
}

// app is a set of paths and what answers them.
type app struct {
	mux      *http.ServeMux
	stateAPI string
}

// newApp answers /health; stateAPI is where it reads the state of customers.
func newApp(stateAPI string) app {
	mux := http.NewServeMux()
	mux.HandleFunc("/health", func(response http.ResponseWriter, _ *http.Request) { response.WriteHeader(http.StatusOK) })
	return app{mux: mux, stateAPI: strings.TrimSuffix(stateAPI, "/")}
}

// on answers POST requests with what handle returns, as JSON; nil is an answer without a body.
func on[Body any](a app, path string, handle func(body Body, from customer) (any, error)) {
	a.mux.HandleFunc(path, func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			response.Header().Set("allow", http.MethodPost)
			response.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		text, err := io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
		if err != nil {
			refuse(response, path, giveUp("The request is not complete, or too long."))
			return
		}
		var body Body
		if json.Unmarshal(text, &body) != nil {
			refuse(response, path, giveUp("The request is no JSON of the expected shape."))
			return
		}
		headers := request.Header
		from := customer{headers.Get("x-mkt-key"), a.stateAPI, headers.Get("webhook-id"), timeoutOf(headers)}
		result, err := handle(body, from)
		if err != nil {
			refuse(response, path, err)
			return
		}
		if result == nil {
			response.WriteHeader(http.StatusNoContent)
			return
		}
		answer(response, http.StatusOK, result)
	})
}

// timeoutOf leaves a tenth of the time that the platform gives for the rest of the work.
func timeoutOf(headers http.Header) time.Duration {
	given, err := strconv.Atoi(headers.Get("x-mkt-deadline-ms"))
	limit := time.Duration(given) * time.Millisecond * 9 / 10
	if err != nil || limit <= 0 || limit > stateTimeout {
		return stateTimeout
	}
	return limit
}

// refuse gives up with 422 where that is meant; everything else is 503, and the platform tries again later.
func refuse(response http.ResponseWriter, path string, err error) {
	log.Printf("%s: %v", path, err)
	var final giveUp
	if errors.As(err, &final) {
		answer(response, http.StatusUnprocessableEntity, map[string]string{"error": string(final)})
		return
	}
	answer(response, http.StatusServiceUnavailable, map[string]string{"error": "Not possible at the moment."})
}

func answer(response http.ResponseWriter, status int, body any) {
	response.Header().Set("content-type", "application/json")
	response.WriteHeader(status)
	_ = json.NewEncoder(response).Encode(body)
}

// serve listens until the platform ends the container, and lets requests in progress finish.
func serve(a app) {
	port := os.Getenv("MKT_PORT")
	if port == "" {
		port = "8080"
	}
	server := &http.Server{Addr: ":" + port, Handler: a.mux, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	go func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
		<-signals
		limit, cancel := context.WithTimeout(context.Background(), endTimeout)
		defer cancel()
		_ = server.Shutdown(limit)
		close(ended)
	}()
	fmt.Println("listening on " + port)
	if err := server.ListenAndServe(); err != http.ErrServerClosed {
		log.Fatal(err)
	}
	<-ended
}
