package tessera.metrics.prometheus.grafana;

import java.util.List;

/**
 * The displayable content of a dashboard that was made for Grafana.
 *
 * @param panels    in the order in which it shows them
 * @param variables in the order in which one may use another
 * @param leftOut   what cannot be shown
 */
public record GrafanaDashboard(String title, List<GrafanaPanel> panels, List<DashboardVariable> variables,
        List<UnsupportedDashboardPart> leftOut) {

    public GrafanaDashboard {
        panels = List.copyOf(panels);
        variables = List.copyOf(variables);
        leftOut = List.copyOf(leftOut);
    }

    /** The form in which a panel shows its data. */
    public enum PanelVisualizationType {
        /** Over time. */
        CHART,
        /** As it is now. */
        NUMBERS
    }

    /**
     * A panel of a dashboard.
     *
     * @param unit Grafana's name of it, e.g. {@code percentunit}; empty when it has none
     */
    public record GrafanaPanel(String title, PanelVisualizationType visualization, String unit,
            List<GrafanaPanelTarget> targets) {
        public GrafanaPanel {
            targets = List.copyOf(targets);
        }
    }

    /**
     * A query of a panel.
     *
     * @param expression PromQL with the names of variables in it
     * @param legend     how its series are called, with the names of labels in it; empty for by their labels
     */
    public record GrafanaPanelTarget(String expression, String legend) {}

    /**
     * A variable of which the user can choose a value, to be put into queries.
     *
     * @param label  what it is called
     * @param values to choose from, where these are fixed
     * @param query    what else there is to choose from
     * @param initialValue what is chosen at first
     * @param all    what stands for all of them; empty where all cannot be chosen
     */
    public record DashboardVariable(String name, String label, List<String> values, LabelValuesQuery query,
            String initialValue, String all) {
        public DashboardVariable {
            values = List.copyOf(values);
        }
    }

    /**
     * A query for the values of a label.
     *
     * @param selector of the series whose label it is, with the names of variables in it; empty for all
     * @param label    empty where nothing is asked for
     */
    public record LabelValuesQuery(String selector, String label) {

        public static final LabelValuesQuery NOTHING = new LabelValuesQuery("", "");
    }

    /** A part that cannot be shown. */
    public record UnsupportedDashboardPart(String title, GrafanaDashboardReason reason) {}
}
