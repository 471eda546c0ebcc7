package tessera.metrics.exposition;

/**
 * The limits within which an exposition is read.
 *
 * @param line  bytes of a line; a longer one is passed over
 * @param total bytes in all
 */
public record MetricsExpositionLimits(int line, long total) {

    /** Lines of 1 MB, 64 MB in all: ten times what the largest exporters write. */
    public static final MetricsExpositionLimits STANDARD = new MetricsExpositionLimits(1 << 20, 64L << 20);
}
