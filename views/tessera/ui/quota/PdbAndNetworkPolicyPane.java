package tessera.ui.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.quota.disruption.DisruptionBudget;
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.quota.disruption.PdbAndNetworkPolicyOverview;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Pane of the objects that protect the selected namespace's pods: read whenever it is shown. FX thread. */
final class PdbAndNetworkPolicyPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PdbAndNetworkPolicyPane.class);

    private final OpenClusterSource services;
    private final QuotaChangeActions changes;
    private final VBox node = new VBox();
    private final BackgroundQuery<PdbAndNetworkPolicyOverview> backgroundQuery = new BackgroundQuery<>(this::showGuards,
            this::showProblem);
    private final Runnable changed;
    private Optional<PdbAndNetworkPolicyOverview> overview = Optional.empty();
    private List<Problem> problems = List.of();
    private boolean interrupted;

    /** @param changed called when something was found, or could not be */
    PdbAndNetworkPolicyPane(OpenClusterSource services, QuotaChangeActions changes, Runnable changed) {
        this.changed = changed;
        this.services = services;
        this.changes = changes;
        node.setId("quota-guards");
        changes.onOffersChange(() -> overview.ifPresent(this::renderGuards));
    }

    Node node() {
        return node;
    }

    /** Returns the guards as read; empty before. */
    Optional<PdbAndNetworkPolicyOverview> knownGuards() {
        return overview;
    }

    /** Returns the problems with reading parts of it. */
    List<Problem> readProblems() {
        return problems;
    }

    /** Returns whether reading failed for a reason that may have passed. */
    boolean wasInterrupted() {
        return interrupted;
    }

    /** @param namespace empty for none */
    void showNamespace(String namespace) {
        interrupted = false;
        overview = Optional.empty();
        problems = List.of();
        node.getChildren().clear();
        if (namespace.isEmpty()) {
            backgroundQuery.cancel();
        } else {
            backgroundQuery.submit(
                    () -> PdbAndNetworkPolicyOverview.read(services.clusterServices().objectSource(), namespace));
        }
    }

    private void showProblem(Problem problem) {
        problems = List.of(problem);
        interrupted = problem.kind() != OperationProblemKind.FORBIDDEN;
        changed.run();
    }

    private void showGuards(PdbAndNetworkPolicyOverview guards) {
        overview = Optional.of(guards);
        problems = guards.problems();
        renderGuards(guards);
        changed.run();
    }

    private void renderGuards(PdbAndNetworkPolicyOverview guards) {
        var parts = new ArrayList<Node>();
        guards.budgets().forEach(budget -> parts.add(budgetNode(budget)));
        guards.policies().forEach(policy -> parts.add(policyNode(policy)));
        node.getChildren().setAll(parts);
    }

    private Node budgetNode(DisruptionBudget budget) {
        var box = objectBox(NamespacePolicyKind.BUDGET.referenceTo(budget.namespace(), budget.name()),
                budget.isSimple(), "budget-edit-", () -> changes.edit(budget));
        box.getChildren().add(TextLabelFactory.wrapped(budget.budgetText(), "small"));
        if (budget.blocksEvictions()) {
            box.getChildren()
                    .add(TextLabelFactory.withSign(StatusGlyph.WARNING, MESSAGES.text("budget.blocks"), "small"));
        }
        return box;
    }

    private Node policyNode(NetworkPolicySummary policy) {
        var box = objectBox(NamespacePolicyKind.POLICY.referenceTo(policy.namespace(), policy.name()),
                policy.complete(), "policy-edit-", () -> changes.edit(policy));
        box.getChildren().add(TextLabelFactory.wrapped(policy.policyText(), "small"));
        return box;
    }

    private VBox objectBox(ObjectRef object, boolean plain, String id, Runnable edit) {
        var box = LayoutBoxFactory.sectionBox(QuotaDetailSections.titleRow(object.kind(), object.name()));
        if (changes.areOffered() && plain) {
            QuotaDetailSections.offerEdit(box, id + object.name(), changes.editBlocker(object), edit);
        }
        if (!plain) {
            box.getChildren().add(TextLabelFactory.wrapped(MESSAGES.text("pane.editYaml"), "small", "muted"));
        }
        return box;
    }
}
