package tessera.lint.promql;

import tessera.text.Reason;

/** The meaning of the numbers of a metric. */
public enum MetricUnitMeaning implements Reason {
    LAST_XID,
    RATIO,
    PERCENTAGE,
    MEBIBYTES,
    CELSIUS,
    WATTS,
    BYTES_PER_SECOND,
    MEGAHERTZ
}
