package tessera.metrics.exposition;

/** The kind of a content that should have been metrics and is not. */
public enum NonMetricsResponseKind {
    /** Metrics, or at least comments between which they could be. */
    EXPOSITION("The answer holds metrics."),
    /** A web page. */
    HTML("The answer is a web page, not metrics: a login or a proxy may stand in between."),
    /** JSON, for example an error of the API server. */
    JSON("The answer is JSON, not metrics."),
    /** Nothing but white space. */
    EMPTY("The answer is empty."),
    /** Compressed, or the protobuf form of metrics. */
    BINARY("The answer is binary, not text: it may be compressed or protobuf."),
    /** Text without a single line that could be read. */
    OTHER_TEXT("The answer is text, but not metrics.");

    private final String sentence;

    NonMetricsResponseKind(String sentence) {
        this.sentence = sentence;
    }

    /** Returns the text that tells the user what the content is. */
    public String problemText() {
        return sentence;
    }
}
