package tessera.metrics.prometheus.grafana;

import tessera.text.Reason;

/** A reason why a dashboard, or a part of one, cannot be shown as in Grafana. */
public sealed interface GrafanaDashboardReason extends Reason {

    /** The text is no dashboard. */
    record NotGrafanaDashboard() implements GrafanaDashboardReason {}

    /** The text is JSON without panels. */
    record NoPanels() implements GrafanaDashboardReason {}

    /** The text is no JSON; the cause is in the parser's words. */
    record NotJson(String cause) implements GrafanaDashboardReason {}

    /** The panel is kept outside the dashboard. */
    record LibraryPanelUnsupported() implements GrafanaDashboardReason {}

    /** The panel is of a type that is not drawn. */
    record PanelTypeUnsupported(String type) implements GrafanaDashboardReason {}

    /** The panel queries something else than Prometheus. */
    record DatasourceUnsupported(String type) implements GrafanaDashboardReason {}

    /** The query names a variable that the dashboard does not define, or that was left out. */
    record VariableUnknown(String name) implements GrafanaDashboardReason {}

    /** The panel is shown, but its transformations are not applied. */
    record TransformationsIgnored() implements GrafanaDashboardReason {}

    /** The panel has nothing to show. */
    record QueryMissing() implements GrafanaDashboardReason {}

    /** The variable is of a type that is not evaluated. */
    record VariableTypeUnsupported(String type) implements GrafanaDashboardReason {}

    /** The values of the variable come from a query that is not evaluated. */
    record VariableQueryUnsupported(String query) implements GrafanaDashboardReason {}
}
