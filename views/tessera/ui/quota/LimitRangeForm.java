package tessera.ui.quota;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.model.ClusterSnapshot;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.quota.LimitRangeAmounts;
import tessera.quota.LimitRangeSummary;
import tessera.ui.change.ChangeIntentFormResult;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.change.RecomputingChangeForm;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Form for the limits of a namespace's pods and containers: an existing limit range, or a new one. */
final class LimitRangeForm implements RecomputingChangeForm {

    private static final double MEANING = 132;

    private final NamespaceAndNameInputFields nameFields;
    private final AcceleratorCatalog accelerators;
    private final LimitRangeAmounts before;
    private final LimitRangeInputFields fields;
    private final VBox meaning = new VBox(6);
    private final Node node;
    private final ChangeIntentFormResult result = new ChangeIntentFormResult();

    private LimitRangeForm(NamespaceAndNameInputFields nameFields, LimitRangeAmounts before,
            ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) {
        this.nameFields = nameFields;
        this.accelerators = accelerators;
        this.before = before;
        meaning.setId("limits-meaning");
        fields = new LimitRangeInputFields(clusterSnapshot, accelerators, before, this::updateProblem);
        var grid = nameFields.addTo(new FormFieldGrid(), "LimitRange",
                "Pods that run keep what they have; it is looked at when pods are made.");
        // What it does is told above, in room that is always the same: fields do not move while one types.
        var told = ScrollPaneFactory.verticalPane(meaning);
        told.setMinHeight(MEANING);
        told.setPrefHeight(MEANING);
        told.setMaxHeight(MEANING);
        node = grid.addQuestion("What that does", told, "").addQuestion("Bounds", fields.node(),
                "To bound GPUs, say what a pod may have at most. Containers that name none of a device that is bounded are "
                        + "given 0 of it unless you say otherwise: else pods without it would be refused, or given the most.")
                .node();
        nameFields.onChange(this::updateProblem);
        updateProblem();
    }

    /**
     * Creates the form of a new limit range.
     *
     * @param where the namespace; may be empty
     * @param existingObjects what there is
     */
    static LimitRangeForm forNew(String where, NamespaceAndNameInputFields.ExistingObjectsAndNamespaces existingObjects,
            ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) {
        return new LimitRangeForm(NamespaceAndNameInputFields.forNew("limits", where, "gpus", existingObjects),
                LimitRangeAmounts.EMPTY, clusterSnapshot,
                accelerators);
    }

    static LimitRangeForm of(LimitRangeSummary limits, ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) {
        return new LimitRangeForm(NamespaceAndNameInputFields.of("limits", limits.namespace(), limits.name()),
                LimitRangeAmounts.of(limits),
                clusterSnapshot,
                accelerators);
    }

    private void updateProblem() {
        var changes = fields.changes();
        var missing = nameFields.problemText("range of limits");
        String wrong;
        if (!missing.isEmpty()) {
            wrong = missing;
        } else if (changes.isEmpty()) {
            wrong = nameFields.noAmountText();
        } else {
            wrong = fields.problemText();
        }
        var after = before.withChanges(changes);
        explainResult(after);
        if (wrong.isEmpty()) {
            wrong = after.newErrors(before, accelerators).stream().map(LintFinding::reason).findFirst().orElse("");
        }
        result.set(wrong,
                () -> new SetLimitRangeIntent(nameFields.namespace(), nameFields.name(), new TreeMap<>(changes),
                        nameFields.isFresh() ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.THERE));
    }

    /** Shows the resulting limit range, with the findings of the manifest rules. */
    private void explainResult(LimitRangeAmounts amounts) {
        meaning.getChildren().clear();
        var signs = new LinkedHashMap<String, StatusGlyph>();
        amounts.lintFindings(accelerators).stream().filter(finding -> finding.severity() != LintSeverity.HINT)
                .sorted(Comparator.comparing(LintFinding::severity))
                .forEach(finding -> signs.putIfAbsent(finding.reason(),
                        finding.severity() == LintSeverity.ERROR ? StatusGlyph.BROKEN : StatusGlyph.WARNING));
        signs.forEach((text, glyph) -> meaning.getChildren().add(TextLabelFactory.withSign(glyph, text)));
        amounts.bounds().forEach((key, amount) -> meaning.getChildren()
                .add(TextLabelFactory.wrapped(LimitRangeAmounts.boundText(key, amount), "small")));
        if (amounts.bounds().isEmpty()) {
            meaning.getChildren().add(TextLabelFactory.wrapped("Nothing is bounded", "small", "muted"));
        }
    }

    @Override
    public String title() {
        return nameFields.isFresh() ? "Bound pods and containers" : "Change a range of limits";
    }

    @Override
    public String subjectText() {
        return nameFields.subjectText("a new range of limits");
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ChangeIntentFormResult result() {
        return result;
    }

    @Override
    public void focus() {
        nameFields.focusFirstOr(fields::focusFirst);
    }
}
