package tessera.cluster.object;

import tessera.text.Reason;

/** A reason why an object could not be read. */
public sealed interface ApiObjectReason extends Reason {

    /** The cluster has no such API. */
    record KindNotServed(String kind, String group) implements ApiObjectReason {}

    /** A response has another form than expected. */
    record ResponseMalformed(String action, ResponseFault fault) implements ApiObjectReason {}

    /** A fault of a response. */
    enum ResponseFault implements ApiObjectReason {
        NOT_JSON,
        NOT_LIST,
        TOO_COMPLEX
    }

    /** A fault of a page of a list. */
    enum ListPageFault implements ApiObjectReason {
        NOT_LIST,
        CUT_IN_LIST,
        CUT_IN_OBJECT
    }

    /** A value has another type than the schema of its kind has. */
    record SchemaMisfit(String misfit) implements ApiObjectReason {}

    /** The response is no object. */
    record ObjectMalformed() implements ApiObjectReason {}

    /** The object cannot be converted. */
    record YamlConversionFailed() implements ApiObjectReason {}

    /** The answer of metrics.k8s.io is malformed. */
    record ResourceMetricsMalformed() implements ApiObjectReason {}

    /** The answer of metrics.k8s.io has no containers. */
    record ResourceMetricsEmpty() implements ApiObjectReason {}
}
