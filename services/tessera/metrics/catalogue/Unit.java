package tessera.metrics.catalogue;

/** What values of a concept are counted in, after {@link Metric#scaled}. */
public enum Unit {
    /** A share from 0 to 1. */
    RATIO,
    BYTES,
    BYTES_PER_SECOND,
    CELSIUS,
    WATTS,
    JOULES,
    MEGAHERTZ,
    SECONDS,
    /** So many things. */
    COUNT,
    /** A number that is a name, not an amount. */
    NUMBER,
    /** A set of flags in one number. */
    BITS,
    /** 1 for yes, 0 for no. */
    FLAG,
    /** Whatever the exporter counts; only its change says something. */
    RAW
}
