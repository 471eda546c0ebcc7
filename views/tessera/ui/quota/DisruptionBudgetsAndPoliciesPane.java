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
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.quota.disruption.PdbAndNetworkPolicyOverview;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Pane of the objects that protect the selected namespace's pods: read whenever it is shown. FX thread. */
final class DisruptionBudgetsAndPoliciesPane {

    private final AppServices desk;
    private final QuotaChanges changes;
    private final VBox node = new VBox();
    private final BackgroundQuery<PdbAndNetworkPolicyOverview> lookup = new BackgroundQuery<>(this::showGuards,
            this::showProblem);
    private final Runnable changed;
    private Optional<PdbAndNetworkPolicyOverview> known = Optional.empty();
    private List<Problem> gaps = List.of();
    private boolean interrupted;

    /** @param changed called when something was found, or could not be */
    DisruptionBudgetsAndPoliciesPane(AppServices desk, QuotaChanges changes, Runnable changed) {
        this.changed = changed;
        this.desk = desk;
        this.changes = changes;
        node.setId("quota-guards");
        changes.onOffersChange(() -> known.ifPresent(this::renderGuards));
    }

    Node node() {
        return node;
    }

    /** Returns the guards as read; empty before. */
    Optional<PdbAndNetworkPolicyOverview> knownGuards() {
        return known;
    }

    /** Returns the problems with reading parts of it. */
    List<Problem> readProblems() {
        return gaps;
    }

    /** Returns whether reading failed for a reason that may have passed. */
    boolean wasInterrupted() {
        return interrupted;
    }

    /** @param namespace empty for none */
    void showNamespace(String namespace) {
        interrupted = false;
        known = Optional.empty();
        gaps = List.of();
        node.getChildren().clear();
        if (namespace.isEmpty()) {
            lookup.cancel();
        } else {
            lookup.submit(() -> PdbAndNetworkPolicyOverview.read(desk.clusterServices().objectSource(), namespace));
        }
    }

    private void showProblem(Problem problem) {
        gaps = List.of(problem);
        interrupted = problem.kind() != ProblemKind.FORBIDDEN;
        changed.run();
    }

    private void showGuards(PdbAndNetworkPolicyOverview guards) {
        known = Optional.of(guards);
        gaps = guards.gaps();
        renderGuards(guards);
        changed.run();
    }

    private void renderGuards(PdbAndNetworkPolicyOverview guards) {
        var parts = new ArrayList<Node>();
        guards.budgets().forEach(kept -> parts.add(budgetNode(kept)));
        guards.policies().forEach(policy -> parts.add(policyNode(policy)));
        node.getChildren().setAll(parts);
    }

    private Node budgetNode(DisruptionBudget kept) {
        var box = objectBox(NamespaceBoundKind.BUDGET.referenceTo(kept.namespace(), kept.name()), kept.isSimple(),
                "budget-edit-",
                () -> changes.edit(kept));
        box.getChildren().add(SelectableText.wrapped(kept.budgetText(), "small"));
        if (kept.blocksEvictions()) {
            box.getChildren().add(
                    SelectableText.withSign(StatusGlyph.WARNING, "Nodes with one of them cannot be drained now",
                            "small"));
        }
        return box;
    }

    private Node policyNode(NetworkPolicySummary policy) {
        var box = objectBox(NamespaceBoundKind.POLICY.referenceTo(policy.namespace(), policy.name()), policy.complete(),
                "policy-edit-",
                () -> changes.edit(policy));
        box.getChildren().add(SelectableText.wrapped(policy.policyText(), "small"));
        return box;
    }

    private VBox objectBox(ObjectRef object, boolean plain, String id, Runnable edit) {
        var box = QuotaDetailSections.sectionBox(QuotaDetailSections.titleRow(object.kind(), object.name()));
        if (changes.areOffered() && plain) {
            QuotaDetailSections.offerEdit(box, id + object.name(), changes.editBlocker(object), edit);
        }
        if (!plain) {
            box.getChildren()
                    .add(SelectableText.wrapped("It says more than a form here could: edit its YAML", "small",
                            "muted"));
        }
        return box;
    }
}
