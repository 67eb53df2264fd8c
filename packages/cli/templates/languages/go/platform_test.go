package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// platform stands in for the state interface: it knows customers by their keys.
func platform(t *testing.T, customers map[string]state) app {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		key, _ := url.PathUnescape(strings.TrimPrefix(request.URL.EscapedPath(), "/state/"))
		known, ok := customers[key]
		if !ok {
			response.WriteHeader(http.StatusNotFound)
			return
		}
		_ = json.NewEncoder(response).Encode(known)
	}))
	t.Cleanup(server.Close)
	return create(server.URL)
}

// send asks the app as the platform does.
func send(a app, key, path, body string) (int, string) {
	request := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	request.Header.Set("x-mkt-key", key)
	response := httptest.NewRecorder()
	a.mux.ServeHTTP(response, request)
	return response.Code, strings.TrimSpace(response.Body.String())
}

func expect(t *testing.T, status int, body string, wantedStatus int, wantedBody string) {
	t.Helper()
	if status != wantedStatus || body != wantedBody {
		t.Errorf("answered %d %s, not %d %s", status, body, wantedStatus, wantedBody)
	}
}
