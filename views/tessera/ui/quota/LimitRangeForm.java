package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.model.ClusterSnapshot;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.quota.LimitRangeAmounts;
import tessera.quota.LimitRangeSummary;
import tessera.quota.QuotaKey;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Form for the limits of a namespace's pods and containers: an existing limit range, or a new one. */
final class LimitRangeForm extends NamespacePolicyForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LimitRangeForm.class);
    private static final String KIND = "LimitRange";
    private static final double MEANING = 132;

    private final AcceleratorCatalog accelerators;
    private final LimitRangeAmounts before;
    private final LimitRangeInputFields fields;
    private final VBox meaning = new VBox(6);

    private LimitRangeForm(NamespaceAndNameInputFields nameFields, LimitRangeAmounts before,
            ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        super(MESSAGES.text(nameFields.isFresh() ? "limits.titleNew" : "limits.title"), nameFields, KIND,
                MESSAGES.text("limits.new"));
        this.accelerators = accelerators;
        this.before = before;
        meaning.setId("limits-meaning");
        fields = new LimitRangeInputFields(clusterSnapshot, accelerators, before, this::updateAmounts);
        var grid = nameFields.addTo(new FormFieldGrid(), KIND, MESSAGES.text("limits.scope"));
        // What it does is told above, in room that is always the same: fields do not move while one types.
        var told = ScrollPaneFactory.verticalPane(meaning);
        told.setMinHeight(MEANING);
        told.setPrefHeight(MEANING);
        told.setMaxHeight(MEANING);
        explainResult();
        begin(grid.addQuestion(MESSAGES.text("limits.effect"), told, "").addQuestion(MESSAGES.text("limits.bounds"),
                fields.node(), MESSAGES.text("limits.boundsHelp")));
    }

    /**
     * Creates the form of a new limit range.
     *
     * @param where the namespace; may be empty
     * @param existingObjects what there is
     */
    static LimitRangeForm forNew(String where, NamespaceAndNameInputFields.ExistingObjectsAndNamespaces existingObjects,
            ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        return new LimitRangeForm(NamespaceAndNameInputFields.forNew("limits", where, "gpus", existingObjects),
                LimitRangeAmounts.EMPTY, clusterSnapshot, accelerators);
    }

    static LimitRangeForm of(LimitRangeSummary limits, ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) {
        return new LimitRangeForm(NamespaceAndNameInputFields.of("limits", limits.namespace(), limits.name()),
                LimitRangeAmounts.of(limits), clusterSnapshot, accelerators);
    }

    /** Shows the resulting limit range, with the findings of the manifest rules. */
    private void explainResult() {
        var amounts = resultingAmounts();
        meaning.getChildren().clear();
        var signs = new LinkedHashMap<String, StatusGlyph>();
        amounts.lintFindings(accelerators).stream().filter(finding -> finding.severity() != LintSeverity.HINT)
                .sorted(Comparator.comparing(LintFinding::severity))
                .forEach(finding -> signs.putIfAbsent(finding.reasonText(),
                        finding.severity() == LintSeverity.ERROR ? StatusGlyph.BROKEN : StatusGlyph.WARNING));
        signs.forEach((text, glyph) -> meaning.getChildren().add(TextLabelFactory.withSign(glyph, text)));
        amounts.bounds().forEach((key, amount) -> meaning.getChildren()
                .add(TextLabelFactory.wrapped(LimitRangeAmounts.boundText(key, amount), "small")));
        if (amounts.bounds().isEmpty()) {
            meaning.getChildren().add(TextLabelFactory.wrapped(MESSAGES.text("limits.none"), "small", "muted"));
        }
    }

    private void updateAmounts() {
        explainResult();
        evaluate();
    }

    private LimitRangeAmounts resultingAmounts() {
        return before.withChanges(fields.changes());
    }

    @Override
    String answerProblem() {
        if (fields.changes().isEmpty()) {
            return object().noAmountText();
        }
        var wrong = fields.problemText();
        if (!wrong.isEmpty()) {
            return wrong;
        }
        return resultingAmounts().newErrors(before, accelerators).stream().map(LintFinding::reasonText).findFirst()
                .orElse("");
    }

    @Override
    ChangeIntent readIntent() {
        return new SetLimitRangeIntent(object().namespace(), object().name(), new TreeMap<>(fields.changes()),
                object().existence());
    }

    @Override
    void focusFirst() {
        fields.focusFirst();
    }

    /** Limits for pods and containers: a line for each resource, a field for each bound. FX thread. */
    private static final class LimitRangeInputFields {

        private static final double FIELD = 92;
        private static final List<String> PROCESSOR = List.of("cpu", "memory");
        private static final String GIVEN = "Container/default";

        /** Column of a bound, and its title. */
        private record LimitBoundColumn(String part, String titleKey) {

            String title() {
                return MESSAGES.text(titleKey);
            }
        }

        private static final List<LimitBoundColumn> BOUNDS = List.of(new LimitBoundColumn("Pod/max", "limits.podMax"),
                new LimitBoundColumn("Container/max", "limits.containerMax"),
                new LimitBoundColumn(GIVEN, "limits.containerDefault"),
                new LimitBoundColumn("Container/min", "limits.containerMin"));

        private final GridPane grid = new GridPane(12, 8);
        private final Map<String, TextField> fields = new LinkedHashMap<>();
        private final LimitRangeAmounts before;

        LimitRangeInputFields(ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators,
                LimitRangeAmounts before, Runnable changed) {
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
                    .filter(ContainerResourceRequest::isExtended).toList()) {
                var given = GIVEN + "/" + resource;
                var requested = "Container/defaultRequest/" + resource;
                if (fieldText(given).isEmpty()
                        && (!fieldText("Pod/max/" + resource).isEmpty()
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
                            .limitProblem(change.getValue()).stream())
                    .findFirst().map(Reason::text).orElse("");
        }

        void focusFirst() {
            fields.values().stream().findFirst().ifPresent(TextField::requestFocus);
        }
    }
}
