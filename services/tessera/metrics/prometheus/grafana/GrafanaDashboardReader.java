package tessera.metrics.prometheus.grafana;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.DashboardVariable;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.GrafanaPanel;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.GrafanaPanelTarget;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.LabelValuesQuery;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.PanelVisualizationType;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.UnsupportedDashboardPart;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.DatasourceUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.LibraryPanelUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.NoPanels;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.NotGrafanaDashboard;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.NotJson;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.PanelTypeUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.QueryMissing;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.TransformationsIgnored;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.VariableQueryUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.VariableTypeUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.VariableUnknown;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** Reads dashboards as Grafana exports them. What it does not understand it names, and reads on. One dashboard, one thread. */
public final class GrafanaDashboardReader {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern LABEL_VALUES = Pattern
            .compile("\\s*+label_values\\(\\s*+(?:(.+),)?\\s*+([A-Za-z_][A-Za-z0-9_]*+)\\s*+\\)\\s*+", Pattern.DOTALL);
    private static final String ALL = "$__all";

    private final List<GrafanaPanel> panels = new ArrayList<>();
    private final List<DashboardVariable> variables = new ArrayList<>();
    private final List<UnsupportedDashboardPart> leftOut = new ArrayList<>();
    private final Set<String> variableNames = new HashSet<>();

    private GrafanaDashboardReader() {}

    /**
     * Reads a dashboard.
     *
     * @throws ProblemException when it is none
     */
    public static GrafanaDashboard read(String text) throws ProblemException {
        try {
            var root = JSON.readTree(text);
            var dashboard = root != null && root.path("dashboard").isObject() ? root.path("dashboard") : root;
            if (dashboard == null || !(dashboard.path("panels").isArray() || dashboard.path("rows").isArray())) {
                throw new ProblemException(noDashboard(new NoPanels()));
            }
            return new GrafanaDashboardReader().readDashboard(dashboard);
        } catch (JsonProcessingException e) {
            throw new ProblemException(noDashboard(new NotJson(e.getOriginalMessage())), e);
        }
    }

    private static Problem noDashboard(GrafanaDashboardReason reason) {
        return Problem.of(OperationProblemKind.INVALID, new NotGrafanaDashboard()).withDetail(reason.text());
    }

    private GrafanaDashboard readDashboard(JsonNode dashboard) {
        dashboard.path("templating").path("list").forEach(this::readVariable);
        readPanels(dashboard.path("panels"));
        dashboard.path("rows").forEach(row -> readPanels(row.path("panels")));
        return new GrafanaDashboard(dashboard.path("title").asText("Dashboard"), panels, variables, leftOut);
    }

    private void readPanels(JsonNode list) {
        for (var panel : list) {
            if (panel.path("type").asText().equals("row")) {
                readPanels(panel.path("panels"));
            } else {
                readPanel(panel);
            }
        }
    }

    private void readPanel(JsonNode panel) {
        var type = panel.path("type").asText("");
        var title = panel.path("title").asText("").isBlank() ? "Untitled" : panel.path("title").asText();
        switch (type) {
            case "timeseries", "graph" -> readPanel(panel, title, PanelVisualizationType.CHART);
            case "stat", "singlestat", "gauge", "bargauge", "table", "table-old" ->
                readPanel(panel, title, PanelVisualizationType.NUMBERS);
            default -> leftOut.add(new UnsupportedDashboardPart(title,
                    panel.has("libraryPanel") ? new LibraryPanelUnsupported() : new PanelTypeUnsupported(type)));
        }
    }

    private void readPanel(JsonNode panel, String title, PanelVisualizationType visualization) {
        var targets = new ArrayList<GrafanaPanelTarget>();
        for (var target : panel.path("targets")) {
            var foreign = foreignDatasource(
                    target.has("datasource") ? target.path("datasource") : panel.path("datasource"));
            var expression = target.path("expr").asText("").strip();
            if (!foreign.isEmpty()) {
                leftOut.add(new UnsupportedDashboardPart(title, new DatasourceUnsupported(foreign)));
            } else if (!target.path("hide").asBoolean() && !expression.isEmpty()) {
                var unknown = GrafanaVariableExpander.unknownVariable(expression, variableNames);
                if (unknown.isPresent()) {
                    leftOut.add(new UnsupportedDashboardPart(title, new VariableUnknown(unknown.get())));
                } else {
                    var legend = target.path("legendFormat").asText("");
                    targets.add(new GrafanaPanelTarget(expression, legend.equals("__auto") ? "" : legend));
                }
            }
        }
        if (!targets.isEmpty()) {
            panels.add(new GrafanaPanel(title, visualization, unitOf(panel), targets));
            if (!panel.path("transformations").isEmpty()) {
                leftOut.add(new UnsupportedDashboardPart(title, new TransformationsIgnored()));
            }
        } else if (leftOut.stream().noneMatch(left -> left.title().equals(title))) {
            leftOut.add(new UnsupportedDashboardPart(title, new QueryMissing()));
        }
    }

    private static String unitOf(JsonNode panel) {
        var unit = panel.path("fieldConfig").path("defaults").path("unit").asText("");
        if (unit.isEmpty()) {
            unit = panel.path("yaxes").path(0).path("format").asText(panel.path("format").asText(""));
        }
        return unit;
    }

    /** Returns the datasource that is no Prometheus; empty for a Prometheus. A name alone says nothing of what it is. */
    private static String foreignDatasource(JsonNode datasource) {
        var type = datasource.path("type").asText("");
        if (type.isEmpty() || type.equals("prometheus") || type.equals("datasource") || type.contains("victoria")) {
            return "";
        }
        return type;
    }

    private void readVariable(JsonNode variable) {
        var name = variable.path("name").asText("");
        var label = variable.path("label").asText("").isBlank() ? name : variable.path("label").asText();
        switch (variable.path("type").asText("")) {
            case "query" -> addQueryVariable(variable, name, label);
            case "custom", "constant", "textbox", "interval" -> addFixedVariable(variable, name, label);
            // Which Prometheus is asked is not for the dashboard to say.
            case "datasource" -> addFixedVariable(variable, name, label, List.of("Prometheus"));
            default -> leftOut.add(new UnsupportedDashboardPart("$" + name,
                    new VariableTypeUnsupported(variable.path("type").asText(""))));
        }
    }

    private void addQueryVariable(JsonNode variable, String name, String label) {
        var query = variable.path("query").isObject() ? variable.path("query").path("query").asText("")
                : variable.path("query").asText("");
        var values = LABEL_VALUES.matcher(query);
        if (!values.matches()) {
            leftOut.add(new UnsupportedDashboardPart("$" + name, new VariableQueryUnsupported(query.strip())));
            return;
        }
        var selector = values.group(1) == null ? "" : values.group(1).strip();
        addVariable(new DashboardVariable(name, label, List.of(), new LabelValuesQuery(selector, values.group(2)),
                chosenValue(variable), allValue(variable)));
    }

    private void addFixedVariable(JsonNode variable, String name, String label) {
        var values = Arrays.stream(variable.path("query").asText("").split(",", -1)).map(String::strip)
                .map(value -> value.replaceFirst("^.*\\s:\\s", "")).filter(value -> !value.isEmpty()).toList();
        addFixedVariable(variable, name, label, values);
    }

    private void addFixedVariable(JsonNode variable, String name, String label, List<String> values) {
        var chosen = chosenValue(variable);
        var first = chosen.isEmpty() && !values.isEmpty() ? values.getFirst() : chosen;
        addVariable(new DashboardVariable(name, label, values, LabelValuesQuery.NOTHING, first, allValue(variable)));
    }

    private void addVariable(DashboardVariable variable) {
        variables.add(variable);
        variableNames.add(variable.name());
    }

    /** Returns the chosen value; several become a regular expression that matches any of them. */
    private static String chosenValue(JsonNode variable) {
        var value = variable.path("current").path("value");
        var values = value.isArray() ? StreamSupport.stream(value.spliterator(), false).map(JsonNode::asText).toList()
                : List.of(value.asText(""));
        if (values.contains(ALL)) {
            return allValue(variable);
        }
        if (values.size() == 1) {
            return values.getFirst();
        }
        return GrafanaVariableExpander.anyOf(values);
    }

    private static String allValue(JsonNode variable) {
        if (!variable.path("includeAll").asBoolean()) {
            return "";
        }
        var own = variable.path("allValue").asText("");
        return own.isBlank() || own.equals("null") ? ".*" : own;
    }
}
