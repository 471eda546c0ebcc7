package tessera.model.reading;

/** The unit of a metric. */
public enum MetricUnit {
    /** 0 to 1. */
    RATIO,
    BYTES,
    BYTES_PER_SECOND,
    CELSIUS,
    WATTS,
    JOULES,
    MEGAHERTZ,
    SECONDS,
    /** A number of things. */
    COUNT,
    /** A number that stands for something, such as an XID or a set of bits. */
    CODE,
    /** Whatever the exporter counts; only its change says something. */
    RAW
}
