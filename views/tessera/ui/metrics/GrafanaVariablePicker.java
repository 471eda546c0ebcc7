package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.DashboardVariable;
import tessera.metrics.prometheus.grafana.GrafanaVariableExpander;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.ListPicker;
import tessera.ui.kit.ListPicker.PickerChoice;

/** Picker for the value of a dashboard variable. FX thread. */
final class GrafanaVariablePicker {

    private static final String ALL = "All";

    private final DashboardVariable variable;
    private final ListPicker picker;
    private final BackgroundQuery<List<String>> backgroundQuery;

    /**
     * @param values of all variables, which may narrow what can be chosen
     * @param chosen called with the variable's name and what is put in its place
     */
    GrafanaVariablePicker(DashboardVariable variable, PrometheusClient client, Supplier<Map<String, String>> values,
            BiConsumer<String, String> chosen) {
        this.variable = variable;
        picker = new ListPicker("dashboard-" + variable.name(), () -> queryOptions(client, values.get()),
                title -> chosen.accept(
                        variable.name(),
                        title.equals(ALL) && !variable.all().isEmpty() ? variable.all() : escape(title)));
        picker.node().setContentDisplay(ContentDisplay.RIGHT);
        backgroundQuery = new BackgroundQuery<>(this::offerOptions,
                problem -> picker.offer(List.of(), problem.problemText()));
        show(variable.initialValue());
    }

    /** Escapes a value, because queries of multi-value variables compare with a regular expression. */
    private String escape(String value) {
        return variable.all().isEmpty() ? value : GrafanaVariableExpander.anyOf(List.of(value));
    }

    Button node() {
        return picker.node();
    }

    void show(String value) {
        var plain = value.startsWith("(") && value.endsWith(")") ? value.substring(1, value.length() - 1) : value;
        var text = !variable.all().isEmpty() && value.equals(variable.all()) ? ALL
                : plain.replace("\\\\", "").replace("|", ", ");
        picker.setLabel(FontIcon.EXPAND.node(), variable.label() + ": " + (text.isEmpty() ? "…" : text));
    }

    private void queryOptions(PrometheusClient client, Map<String, String> values) {
        picker.offer(List.of(), "");
        backgroundQuery.submit(() -> GrafanaDashboardPane.optionsOf(client, variable, values));
    }

    private void offerOptions(List<String> options) {
        var choices = new ArrayList<PickerChoice>();
        if (!variable.all().isEmpty()) {
            choices.add(new PickerChoice(ALL, "", ""));
        }
        options.forEach(option -> choices.add(new PickerChoice(option, "", "")));
        picker.offer(choices, options.isEmpty() ? "There is nothing to choose from." : "");
    }
}
