{{- define "mkt.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}

{{- define "mkt.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Labels that never change: what Services, budgets and policies select by. */}}
{{- define "mkt.selector" -}}
app.kubernetes.io/name: mkt
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "mkt.labels" -}}
{{ include "mkt.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "mkt.serviceUrl" -}}
http://{{ include "mkt.name" .root }}-{{ .role }}.{{ .root.Release.Namespace }}.svc:{{ .port }}
{{- end -}}

{{/* One variable from a Secret that exists. */}}
{{- define "mkt.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .from.name }}
      key: {{ .from.key }}
{{- end -}}

{{/* How a pod reaches the database: its address, and the files for TLS where a Secret has them. */}}
{{- define "mkt.databaseVariables" -}}
{{ include "mkt.secretVariable" (dict "name" "DATABASE_URL" "from" .Values.secrets.database) }}
{{- if .Values.secrets.databaseTls.name }}
- name: PGSSLMODE
  value: verify-full
- name: PGSSLROOTCERT
  value: /etc/mkt/database/ca.crt
{{- if .Values.secrets.databaseTls.clientCertificate }}
- name: PGSSLCERT
  value: /etc/mkt/database/tls.crt
- name: PGSSLKEY
  value: /etc/mkt/database/tls.key
{{- end }}
{{- end }}
{{- end -}}

{{- define "mkt.databaseMount" -}}
- name: database
  mountPath: /etc/mkt/database
  readOnly: true
{{- end -}}

{{- define "mkt.databaseVolume" -}}
- name: database
  secret:
    secretName: {{ .Values.secrets.databaseTls.name }}
    # 0440, as programs of PostgreSQL ask of a key.
    defaultMode: 288
{{- end -}}

{{- define "mkt.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "mkt.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* What every pod of the release has in common. */}}
{{- define "mkt.podPlace" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
