package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.quota.disruption.DisruptionBudget;
import tessera.quota.disruption.GuardedPods;
import tessera.quota.disruption.NamespaceGuards;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** What protects the pods of the namespace that is looked at: read whenever somebody looks. FX thread. */
final class GuardsPane {

    private final AppServices desk;
    private final QuotaChanges changes;
    private final VBox node = new VBox();
    private final AsyncQuery<NamespaceGuards> lookup = new AsyncQuery<>(this::show, this::excuse);
    private final Runnable changed;
    private Optional<NamespaceGuards> known = Optional.empty();
    private List<Problem> gaps = List.of();
    private boolean interrupted;

    /** @param changed called when something was found, or could not be */
    GuardsPane(AppServices desk, QuotaChanges changes, Runnable changed) {
        this.changed = changed;
        this.desk = desk;
        this.changes = changes;
        node.setId("quota-guards");
        changes.observe(() -> known.ifPresent(this::print));
    }

    Node node() {
        return node;
    }

    /** What was found, once it was. */
    Optional<NamespaceGuards> known() {
        return known;
    }

    /** Why some of it is not known. */
    List<Problem> gaps() {
        return gaps;
    }

    /** Whether it could not be read for a reason that may have passed. */
    boolean interrupted() {
        return interrupted;
    }

    /** @param namespace empty for none */
    void look(String namespace) {
        interrupted = false;
        known = Optional.empty();
        gaps = List.of();
        node.getChildren().clear();
        if (namespace.isEmpty()) {
            lookup.cancel();
        } else {
            lookup.ask(() -> NamespaceGuards.read(desk.reached().objects(), namespace));
        }
    }

    private void excuse(Problem why) {
        gaps = List.of(why);
        interrupted = why.kind() != ProblemKind.FORBIDDEN;
        changed.run();
    }

    private void show(NamespaceGuards guards) {
        known = Optional.of(guards);
        gaps = guards.gaps();
        print(guards);
        changed.run();
    }

    private void print(NamespaceGuards guards) {
        var parts = new ArrayList<Node>();
        guards.kept().forEach(kept -> parts.add(kept(kept)));
        guards.guarded().forEach(policy -> parts.add(guarded(policy)));
        node.getChildren().setAll(parts);
    }

    private Node kept(DisruptionBudget kept) {
        var box = part(BoundKind.BUDGET.in(kept.namespace(), kept.name()), kept.plain(), "budget-edit-",
                () -> changes.edit(kept));
        box.getChildren().add(SelectableText.wrapped(kept.words(), "small"));
        if (kept.holds()) {
            box.getChildren().add(
                    SelectableText.told(StatusGlyph.WARNING, "Nodes with one of them cannot be drained now", "small"));
        }
        return box;
    }

    private Node guarded(GuardedPods policy) {
        var box = part(BoundKind.POLICY.in(policy.namespace(), policy.name()), policy.plain(), "policy-edit-",
                () -> changes.edit(policy));
        box.getChildren().add(SelectableText.wrapped(policy.words(), "small"));
        return box;
    }

    private VBox part(ObjectRef object, boolean plain, String id, Runnable edit) {
        var box = QuotaSections.section(QuotaSections.titled(object.kind(), object.name()));
        if (changes.offered() && plain) {
            QuotaSections.offer(box, id + object.name(), changes.againstEdit(object), edit);
        }
        if (!plain) {
            box.getChildren()
                    .add(SelectableText.wrapped("It says more than a form here could: edit its YAML", "small",
                            "muted"));
        }
        return box;
    }
}
