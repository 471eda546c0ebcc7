package tessera.ui.quota;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.model.ClusterSnapshot;
import tessera.quota.LimitRangeAmounts;
import tessera.quota.QuotaKey;
import tessera.ui.kit.TextLabelFactory;

/** Limits for pods and containers: a line for each resource, a field for each bound. FX thread. */
final class LimitRangeInputFields {

    private static final double FIELD = 92;
    private static final List<String> PROCESSOR = List.of("cpu", "memory");
    private static final String GIVEN = "Container/default";

    /** Column of a bound, and its title. */
    private record LimitBoundColumn(String part, String title) {}

    private static final List<LimitBoundColumn> BOUNDS = List.of(new LimitBoundColumn("Pod/max", "A pod\nat most"),
            new LimitBoundColumn("Container/max", "A container\nat most"),
            new LimitBoundColumn(GIVEN, "One that names\nnone is given"),
            new LimitBoundColumn("Container/min", "A container\nat least"));

    private final GridPane grid = new GridPane(12, 8);
    private final Map<String, TextField> fields = new LinkedHashMap<>();
    private final LimitRangeAmounts before;

    LimitRangeInputFields(ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators, LimitRangeAmounts before,
            Runnable changed) {
        this.before = before;
        for (int index = 0; index < BOUNDS.size(); index++) {
            grid.add(TextLabelFactory.label(BOUNDS.get(index).title(), "small", "muted"), index + 1, 0);
        }
        var resources = new ArrayList<>(QuotaAmountFields.offeredResources(clusterSnapshot, accelerators));
        resources.addAll(PROCESSOR);
        var more = new TreeSet<String>();
        before.bounds().keySet().forEach(key -> more.add(LimitRangeAmounts.resourceOf(key)));
        more.stream().filter(resource -> !resources.contains(resource)).forEach(resources::add);
        resources.forEach(resource -> addRow(resource, changed));
    }

    private void addRow(String resource, Runnable changed) {
        int row = fields.size() / BOUNDS.size() + 1;
        grid.add(TextLabelFactory.label(resource, "mono"), 0, row);
        for (int index = 0; index < BOUNDS.size(); index++) {
            var bound = BOUNDS.get(index);
            var key = bound.part() + "/" + resource;
            var field = new TextField(before.amountOf(key));
            field.setId("limit-" + key.replaceAll("[^A-Za-z0-9]", "-"));
            field.setPrefWidth(FIELD);
            field.setMinWidth(FIELD);
            field.setAlignment(Pos.CENTER_RIGHT);
            field.setAccessibleText(bound.title().replace('\n', ' ') + ", " + resource);
            field.textProperty().addListener((words, was, is) -> changed.run());
            fields.put(key, field);
            grid.add(field, index + 1, row);
        }
    }

    Node node() {
        return grid;
    }

    /**
     * Returns the changed limits. Where a device is bounded and nothing is said of containers that name none, these are given
     * none: else the server would refuse them, or give each of them the most.
     */
    Map<String, String> changes() {
        var changes = new LinkedHashMap<String, String>();
        fields.forEach((key, field) -> putChange(changes, key, field.getText().strip()));
        for (var resource : fields.keySet().stream().map(LimitRangeAmounts::resourceOf).distinct()
                .filter(ContainerResourceRequest::isExtended)
                .toList()) {
            var given = GIVEN + "/" + resource;
            var requested = "Container/defaultRequest/" + resource;
            if (fieldText(given).isEmpty() && (!fieldText("Pod/max/" + resource).isEmpty()
                    || !fieldText("Container/max/" + resource).isEmpty())
                    && fieldText("Container/min/" + resource).isEmpty()) {
                putChange(changes, given, "0");
            }
            // Of a device, the request is the limit.
            if (changes.containsKey(given)) {
                putChange(changes, requested, changes.getOrDefault(given, ""));
            }
        }
        return changes;
    }

    private void putChange(Map<String, String> changes, String key, String amount) {
        if (!amount.equals(before.amountOf(key))) {
            changes.put(key, amount);
        } else {
            changes.remove(key);
        }
    }

    private String fieldText(String key) {
        var field = fields.get(key);
        return field == null ? "" : field.getText().strip();
    }

    /** Returns the problem with an answer; empty if there is none. */
    String problemText() {
        return changes().entrySet().stream()
                .flatMap(change -> new QuotaKey(LimitRangeAmounts.resourceOf(change.getKey()))
                        .limitProblem(change.getValue())
                        .stream())
                .findFirst().orElse("");
    }

    void focusFirst() {
        fields.values().stream().findFirst().ifPresent(TextField::requestFocus);
    }
}
