package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.quota.guard.GuardedPods;
import tessera.quota.guard.Guards;
import tessera.quota.guard.KeptPods;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Texts;

/** What protects the pods of the namespace that is looked at: read whenever somebody looks. FX thread. */
final class GuardsPane {

    private final Desk desk;
    private final QuotaChanges changes;
    private final VBox node = new VBox();
    private final Lookup<Guards> lookup = new Lookup<>(this::show, this::excuse);
    private final Runnable changed;
    private Optional<Guards> known = Optional.empty();
    private List<Problem> gaps = List.of();
    private boolean interrupted;

    /** @param changed called when something was found, or could not be */
    GuardsPane(Desk desk, QuotaChanges changes, Runnable changed) {
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
    Optional<Guards> known() {
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
            lookup.ask(() -> Guards.read(desk.reached().objects(), namespace));
        }
    }

    private void excuse(Problem why) {
        gaps = List.of(why);
        interrupted = why.kind() != Kind.FORBIDDEN;
        changed.run();
    }

    private void show(Guards guards) {
        known = Optional.of(guards);
        gaps = guards.gaps();
        print(guards);
        changed.run();
    }

    private void print(Guards guards) {
        var parts = new ArrayList<Node>();
        guards.kept().forEach(kept -> parts.add(kept(kept)));
        guards.guarded().forEach(policy -> parts.add(guarded(policy)));
        node.getChildren().setAll(parts);
    }

    private Node kept(KeptPods kept) {
        var box = part(Bound.BUDGET.in(kept.namespace(), kept.name()), kept.plain(), "budget-edit-",
                () -> changes.edit(kept));
        box.getChildren().add(Texts.wrapped(kept.words(), "small"));
        if (kept.holds()) {
            box.getChildren().add(Texts.told(Glyph.WARNING, "Nodes with one of them cannot be drained now", "small"));
        }
        return box;
    }

    private Node guarded(GuardedPods policy) {
        var box = part(Bound.POLICY.in(policy.namespace(), policy.name()), policy.plain(), "policy-edit-",
                () -> changes.edit(policy));
        box.getChildren().add(Texts.wrapped(policy.words(), "small"));
        return box;
    }

    private VBox part(ObjectRef object, boolean plain, String id, Runnable edit) {
        var box = Sections.section(Sections.titled(object.kind(), object.name()));
        if (changes.offered() && plain) {
            Sections.offer(box, id + object.name(), changes.againstEdit(object), edit);
        }
        if (!plain) {
            box.getChildren()
                    .add(Texts.wrapped("It says more than a form here could: edit its YAML", "small", "muted"));
        }
        return box;
    }
}
