package tessera.model.reading;

/**
 * A reading of one category of a metric, such as how often one XID occurred.
 *
 * @param category what it is of, e.g. the number of an XID or the name of a health check
 * @param detail   what else the exporter says of it, e.g. an error code; empty where it says nothing
 */
public record XidOrHealthCheckReading(DeviceMetric metric, String category, double value, String detail) {}
