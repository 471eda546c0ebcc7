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
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.SetLimits;
import tessera.quota.LimitRangeFacts;
import tessera.quota.LimitSheet;
import tessera.ui.change.FormGrid;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** What each pod and container of a namespace may ask for: a range of limits that there is, or a new one. */
final class LimitForm implements ResultForm {

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
        fields = new LimitFields(snapshot, accelerators, before, this::look);
        var grid = place.ask(new FormGrid(), "LimitRange",
                "Pods that run keep what they have; it is looked at when pods are made.");
        // What it does is told above, in room that is always the same: fields do not move while one types.
        var told = ScrolledPage.down(meaning);
        told.setMinHeight(MEANING);
        told.setPrefHeight(MEANING);
        told.setMaxHeight(MEANING);
        node = grid.ask("What that does", told, "").ask("Bounds", fields.node(),
                "To bound GPUs, say what a pod may have at most. Containers that name none of a device that is bounded are "
                        + "given 0 of it unless you say otherwise: else pods without it would be refused, or given the most.")
                .node();
        place.onChange(this::look);
        look();
    }

    /**
     * Of a new one.
     *
     * @param where the namespace; may be empty
     * @param there what there is
     */
    static LimitForm fresh(String where, ObjectFields.There there, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new LimitForm(ObjectFields.fresh("limits", where, "gpus", there), LimitSheet.EMPTY, snapshot,
                accelerators);
    }

    static LimitForm of(LimitRangeFacts limits, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new LimitForm(ObjectFields.of("limits", limits.namespace(), limits.name()), LimitSheet.of(limits),
                snapshot,
                accelerators);
    }

    private void look() {
        var changes = fields.changes();
        var missing = place.complaint("range of limits");
        var wrong = !missing.isEmpty() ? missing : changes.isEmpty() ? place.unanswered() : fields.complaint();
        var after = before.with(changes);
        explain(after);
        if (wrong.isEmpty()) {
            wrong = after.errors(before, accelerators).stream().map(LintFinding::reason).findFirst().orElse("");
        }
        result.set(wrong, () -> new SetLimits(place.namespace(), place.name(), new TreeMap<>(changes),
                place.isFresh() ? Aim.NEW : Aim.THERE));
    }

    /** As it will be, with what the rules for manifests say against it. */
    private void explain(LimitSheet sheet) {
        meaning.getChildren().clear();
        var signs = new LinkedHashMap<String, StatusGlyph>();
        sheet.findings(accelerators).stream().filter(finding -> finding.severity() != LintSeverity.HINT)
                .sorted(Comparator.comparing(LintFinding::severity))
                .forEach(finding -> signs.putIfAbsent(finding.reason(),
                        finding.severity() == LintSeverity.ERROR ? StatusGlyph.BROKEN : StatusGlyph.WARNING));
        signs.forEach((words, sign) -> meaning.getChildren().add(SelectableText.told(sign, words)));
        sheet.bounds().forEach((key, amount) -> meaning.getChildren()
                .add(SelectableText.wrapped(LimitSheet.words(key, amount), "small")));
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
        return place.subject("a new range of limits");
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
        place.focusOr(fields::focus);
    }
}
