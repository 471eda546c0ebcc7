package tessera.metrics.exposition;

import tessera.text.Reason;

/** The kind of a content that should have been metrics and is not. */
public enum NonMetricsResponseKind implements Reason {
    /** Metrics, or at least comments between which they could be. */
    EXPOSITION,
    /** A web page. */
    HTML,
    /** JSON, for example an error of the API server. */
    JSON,
    /** Nothing but white space. */
    EMPTY,
    /** Compressed, or the protobuf form of metrics. */
    BINARY,
    /** Text without a single line that could be read. */
    OTHER_TEXT
}
