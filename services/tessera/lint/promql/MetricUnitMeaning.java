package tessera.lint.promql;

import tessera.text.Reason;

/** What the numbers of a metric are. */
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
