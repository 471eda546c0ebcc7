package tessera.ui.quota;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.insight.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.model.Snapshot;
import tessera.plan.intent.QuotaIntent.QuotaObjectState;
import tessera.plan.intent.QuotaIntent.SetLimits;
import tessera.quota.LimitRangeFacts;
import tessera.quota.LimitSheet;
import tessera.ui.change.ComputedForm;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Form for the limits of a namespace's pods and containers: an existing limit range, or a new one. */
final class LimitForm implements ComputedForm {

    private static final double MEANING = 132;

    private final ObjectFields place;
    private final AcceleratorCatalog accelerators;
    private final LimitSheet before;
    private final LimitFields fields;
    private final VBox meaning = new VBox(6);
    private final Node node;
    private final FormResult result = new FormResult();

    private LimitForm(ObjectFields place, LimitSheet before, Snapshot snapshot, AcceleratorCatalog accelerators) {
        this.place = place;
        this.accelerators = accelerators;
        this.before = before;
        meaning.setId("limits-meaning");
        fields = new LimitFields(snapshot, accelerators, before, this::updateProblem);
        var grid = place.addTo(new FormGrid(), "LimitRange",
                "Pods that run keep what they have; it is looked at when pods are made.");
        // What it does is told above, in room that is always the same: fields do not move while one types.
        var told = ScrolledPage.verticalPane(meaning);
        told.setMinHeight(MEANING);
        told.setPrefHeight(MEANING);
        told.setMaxHeight(MEANING);
        node = grid.addQuestion("What that does", told, "").addQuestion("Bounds", fields.node(),
                "To bound GPUs, say what a pod may have at most. Containers that name none of a device that is bounded are "
                        + "given 0 of it unless you say otherwise: else pods without it would be refused, or given the most.")
                .node();
        place.onChange(this::updateProblem);
        updateProblem();
    }

    /**
     * Creates the form of a new limit range.
     *
     * @param where the namespace; may be empty
     * @param there what there is
     */
    static LimitForm forNew(String where, ObjectFields.ExistingObjects there, Snapshot snapshot,
            AcceleratorCatalog accelerators) {
        return new LimitForm(ObjectFields.forNew("limits", where, "gpus", there), LimitSheet.EMPTY, snapshot,
                accelerators);
    }

    static LimitForm of(LimitRangeFacts limits, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new LimitForm(ObjectFields.of("limits", limits.namespace(), limits.name()), LimitSheet.of(limits),
                snapshot,
                accelerators);
    }

    private void updateProblem() {
        var changes = fields.changes();
        var missing = place.problemText("range of limits");
        var wrong = !missing.isEmpty() ? missing : changes.isEmpty() ? place.noAmountText() : fields.problemText();
        var after = before.withChanges(changes);
        explainResult(after);
        if (wrong.isEmpty()) {
            wrong = after.newErrors(before, accelerators).stream().map(LintFinding::reason).findFirst().orElse("");
        }
        result.set(wrong, () -> new SetLimits(place.namespace(), place.name(), new TreeMap<>(changes),
                place.isFresh() ? QuotaObjectState.NEW : QuotaObjectState.THERE));
    }

    /** Shows the resulting limit range, with the findings of the manifest rules. */
    private void explainResult(LimitSheet sheet) {
        meaning.getChildren().clear();
        var signs = new LinkedHashMap<String, StatusGlyph>();
        sheet.lintFindings(accelerators).stream().filter(finding -> finding.severity() != LintSeverity.HINT)
                .sorted(Comparator.comparing(LintFinding::severity))
                .forEach(finding -> signs.putIfAbsent(finding.reason(),
                        finding.severity() == LintSeverity.ERROR ? StatusGlyph.BROKEN : StatusGlyph.WARNING));
        signs.forEach((text, glyph) -> meaning.getChildren().add(SelectableText.withSign(glyph, text)));
        sheet.bounds().forEach((key, amount) -> meaning.getChildren()
                .add(SelectableText.wrapped(LimitSheet.boundText(key, amount), "small")));
        if (sheet.bounds().isEmpty()) {
            meaning.getChildren().add(SelectableText.wrapped("Nothing is bounded", "small", "muted"));
        }
    }

    @Override
    public String title() {
        return place.isFresh() ? "Bound pods and containers" : "Change a range of limits";
    }

    @Override
    public String subject() {
        return place.subjectText("a new range of limits");
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void focus() {
        place.focusFirstOr(fields::focusFirst);
    }
}
