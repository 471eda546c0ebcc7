package tessera.metrics.catalogue;

/**
 * How a concept is measured.
 *
 * @param scope what it is usually about; a {@link Metric} may be about something else
 */
public record Quantity(Concept concept, Unit unit, Scope scope, Kind kind) {}
