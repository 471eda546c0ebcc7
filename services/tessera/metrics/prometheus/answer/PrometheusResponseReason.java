package tessera.metrics.prometheus.answer;

import tessera.text.Reason;

/** A reason why Prometheus gave no usable answer. */
public sealed interface PrometheusResponseReason extends Reason {

    /** Prometheus refuses the query as wrong. */
    record QueryInvalid() implements PrometheusResponseReason {}

    /** The evaluation failed. */
    record QueryEvaluationFailed() implements PrometheusResponseReason {}

    /** The evaluation took too long or was stopped. */
    record QueryAborted() implements PrometheusResponseReason {}

    /** Prometheus is still starting, or stopping. */
    record PrometheusNotReady() implements PrometheusResponseReason {}

    /** Prometheus failed for another reason. */
    record PrometheusFailed(String action) implements PrometheusResponseReason {}

    /** The server redirects; the location is empty where it names none. */
    record PrometheusRedirected(String action) implements PrometheusResponseReason {}

    /** Something else than Prometheus answered. */
    record NotPrometheus(String action, ForeignResponse response) implements PrometheusResponseReason {}

    /** A response of something else than Prometheus. */
    enum ForeignResponse implements PrometheusResponseReason {
        WEB_PAGE,
        EMPTY,
        OTHER
    }

    /** The server requires a login. */
    record PrometheusLoginRequired() implements PrometheusResponseReason {}

    /** The user has no permission. */
    record PrometheusAccessDenied(String action) implements PrometheusResponseReason {}

    /** The address is not that of the API. */
    record PrometheusApiMissing() implements PrometheusResponseReason {}

    /** The status of a response, with an excerpt or where it leads; both may be empty. */
    record ResponseStatus(int status, String excerpt, String location) implements PrometheusResponseReason {}

    /** The response has another shape than the API promises. */
    record PrometheusResponseMalformed() implements PrometheusResponseReason {}

    /** The response is no JSON. */
    record PrometheusResponseNotJson(String cause) implements PrometheusResponseReason {}

    /** A fault of a whole response. */
    enum EnvelopeFault implements PrometheusResponseReason {
        NO_STATUS,
        NO_DATA
    }

    /** A value of another shape; the pointer is empty for the whole response. */
    record ShapeMismatch(String pointer, JsonShape shape, JsonShape expected) implements PrometheusResponseReason {}

    /** A shape of JSON. */
    enum JsonShape implements PrometheusResponseReason {
        OBJECT,
        LIST,
        LIST_END,
        TEXT,
        NUMBER,
        BOOLEAN,
        NULL,
        NOTHING
    }

    /** A text that is no number. */
    record NumberInvalid(String pointer, String value) implements PrometheusResponseReason {}

    /** A number that is no time. */
    record TimeInvalid(String pointer) implements PrometheusResponseReason {}

    /** A field is missing. */
    record FieldMissing(String pointer, String field) implements PrometheusResponseReason {}

    /** The response is larger than what is read. */
    record PrometheusResponseTooLarge(int mebibytes) implements PrometheusResponseReason {}

    /** The response takes too long. */
    record PrometheusResponseTooSlow() implements PrometheusResponseReason {}

    /** A query has more values than are kept. */
    record QueryResultTooLarge(long maximum) implements PrometheusResponseReason {}

    /** Histograms are not shown. */
    record HistogramsSkipped(int series) implements PrometheusResponseReason {}
}
