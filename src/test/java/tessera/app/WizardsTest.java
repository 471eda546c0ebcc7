package tessera.app;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javafx.scene.control.Button;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.Wizards.Wizard;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.ui.heatmap.FleetHeatmapPane;

import static org.assertj.core.api.Assertions.assertThat;

/** What can go wrong with any change of nodes goes wrong with each of them, and the window says so. */
class WizardsTest extends OperatedWindow {

    /** It has no form, and begins with its preview. */
    private static final String ASKS_NOTHING = "Cordon…";
    private static final String SEES = "sees-nodes";
    private static final String OPERATES = "operates";
    private static final String SENT = "PATCH (?!.*dryRun).*";
    private final Wizards wizards = new Wizards(this);

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    /** Whoever divides the GPUs of that node does not come to an end. */
    @Override
    SimulationOptions options() {
        return super.options()
                .withFaults(List.of(SimulatedGpuStackFaultScenario.parse("operands-hang=h100-03").orElseThrow()));
    }

    @Override
    String user() {
        return "viewer";
    }

    @Override
    void prepare() {
        colleague.rbac().clusterRoles()
                .resource(new ClusterRoleBuilder().withNewMetadata().withName(SEES).endMetadata().addNewRule()
                        .withApiGroups("").withResources("nodes").withVerbs("get", "list", "watch").endRule()
                        .addNewRule().withApiGroups("nvidia.com").withResources("*").withVerbs("get", "list", "watch")
                        .endRule().build())
                .create();
        grant(SEES, SEES);
        grant(OPERATES, "cluster-admin");
    }

    private void grant(String binding, String role) {
        colleague.rbac().clusterRoleBindings()
                .resource(new ClusterRoleBindingBuilder().withNewMetadata().withName(binding).endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                        .addNewSubject("rbac.authorization.k8s.io", "User", user(), null).build())
                .create();
    }

    @Test
    void everyWizardIsRefusedCutOffStoppedAndOvertakenAndSaysSo() throws Exception {
        for (var wizard : wizards.all()) {
            withoutTheRight(wizard);
            inReadOnlyMode(wizard);
            withoutAnAnswer(wizard);
            if (wizard.nodes().size() > 1) {
                stoppedHalfWay(wizard);
            }
            overtaken(wizard);
            if (wizard.nodes().size() > 1 && wizard.goesOn()) {
                cutOffWhenItWasDone(wizard);
            }
            leave();
        }
    }

    private Node node(String name) {
        return colleague.nodes().withName(name).get();
    }

    private void withoutTheRight(Wizard wizard) throws Exception {
        colleague.rbac().clusterRoleBindings().withName(OPERATES).delete();
        int noted = clusterSelection.changeJournal().entries().size();
        look(wizard.nodes().getFirst());
        onFx(() -> {
            ((FleetHeatmapPane) find("fleet-heatmap")).selectNodes(wizard.nodes());
            return true;
        });
        beginAnyway(wizard.title());
        if (!wizard.title().equals(ASKS_NOTHING)) {
            wizard.answers().run();
            press("Preview");
        }
        eventuallySays("change", "You may not ");
        assertThat(words("change")).as(wizard.title()).contains("Plan again").doesNotContain("Dry run passed");
        assertThat(clusterSelection.changeJournal().entries()).as("nothing was begun").hasSize(noted);
        grant(OPERATES, "cluster-admin");
        press("Plan again");
    }

    /** Begins it as one does whose menu was open when the right was taken. */
    private void beginAnyway(String title) {
        var offer = offers().stream().filter(item -> item.getText().startsWith(title)).findFirst().orElseThrow();
        onFx(() -> {
            offer.fire();
            return true;
        });
    }

    private void inReadOnlyMode(Wizard wizard) throws Exception {
        eventuallySays("change", "Dry run passed");
        var before = wizard.nodes().stream().map(this::node).toList();
        int noted = clusterSelection.changeJournal().entries().size();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        apply(wizard);
        eventuallySays("change", "Read-only mode");
        assertThat(clusterSelection.changeJournal().entries().stream().skip(noted)).as(wizard.title())
                .extracting(ChangeJournalEntry::event).containsExactly(ChangeJournalEntry.JournalEvent.REFUSED);
        for (var node : before) {
            assertThat(node(node.getMetadata().getName()))
                    .extracting(Node::getSpec, now -> now.getMetadata().getLabels(),
                            now -> now.getStatus().getCapacity())
                    .as(wizard.title())
                    .containsExactly(node.getSpec(), node.getMetadata().getLabels(), node.getStatus().getCapacity());
        }
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(false));
        press("Plan again");
    }

    private void withoutAnAnswer(Wizard wizard) throws Exception {
        eventuallySays("change", "Dry run passed");
        var mend = SimulatedHttpServerFaults.of(cluster).addFault(SENT,
                new SimulatedHttpServerFault.NonHttpResponseFault("no http at all\r\n\r\n"));
        apply(wizard);
        eventuallySays("change", "Retry step");
        mend.run();
        press("Stop here");
        eventuallySays("change-verdict", "outcome of 1 step unknown");
        assertThat(ending()).as(wizard.title()).isEqualTo("unknown");
        press("Plan again");
    }

    /** Of two nodes the first is under way when the user stops: it is finished, and the second is not begun. */
    private void stoppedHalfWay(Wizard wizard) throws Exception {
        eventuallySays("change", "Dry run passed");
        var second = wizard.nodes().getLast();
        var before = node(second);
        var answered = new CountDownLatch(1);
        var held = SimulatedHttpServerFaults.of(cluster).addFault(SENT,
                new SimulatedHttpServerFault.HeldResponseFault(answered));
        apply(wizard);
        press("Stop");
        eventuallySays("change-hint", "Stopping after the current step");
        held.run();
        answered.countDown();
        eventuallySays("change-verdict", "Stopped after 1 of ");
        assertThat(words("change")).as(wizard.title()).contains("Not done", "Undo…", "Plan again");
        assertThat(ending()).as(wizard.title()).isEqualTo("cancelled");
        assertThat(wizard.made().test(node(wizard.nodes().getFirst()))).as(wizard.title()).isTrue();
        assertThat(wizard.made().test(node(second))).as(wizard.title()).isFalse();
        assertThat(node(second).getSpec()).as(wizard.title()).isEqualTo(before.getSpec());
        press("Plan again");
    }

    private void overtaken(Wizard wizard) throws Exception {
        eventuallySays("change", "Dry run passed");
        meddle(wizard);
        apply(wizard);
        eventuallySays("change", "Retry step");
        // It ends the run, and plans from how things are by now.
        press("Plan again");
        eventually(wizard.title(), () -> ending().equals("failed"));
        eventually(wizard.title(), () -> words("change").contains(wizard.then()));
        if (wizard.nodes().size() > 1) {
            assertThat(words("change")).as("what was done at the first node").contains("Show result");
        }
    }

    private void meddle(Wizard wizard) {
        var those = colleague.nodes().withName(wizard.nodes().getLast());
        if (wizard.title().startsWith("Advertise")) {
            Colleague.insists(() -> those.editStatus(node -> meddled(wizard, node)));
        } else {
            Colleague.insists(() -> those.edit(node -> meddled(wizard, node)));
        }
    }

    @Test
    void whatWasDoneUntilSomebodyElseCameInBetweenIsTakenBackAfterPlanningAgainOrDoneToTheEnd() throws Exception {
        for (var wizard : wizards.all()) {
            if (wizard.nodes().size() > 1 && wizard.goesOn()) {
                preview(wizard);
                meddle(wizard);
                apply(wizard);
                eventuallySays("change", "Retry step");
                press("Plan again");
                eventuallySays("change", "Dry run passed");
                takenBack(wizard);
                leave();
                preview(wizard);
                toTheEnd(wizard);
                leave();
            }
        }
    }

    private void preview(Wizard wizard) {
        look(wizard.nodes().getFirst());
        onFx(() -> {
            ((FleetHeatmapPane) find("fleet-heatmap")).selectNodes(wizard.nodes());
            return true;
        });
        begin(wizard.title());
        wizard.answers().run();
        press("Preview");
        eventuallySays("change", "Dry run passed");
    }

    private void takenBack(Wizard wizard) {
        press("Show result");
        eventuallySays("change-verdict", "Failed after ");
        press("Undo…");
        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).as("nor is it lost by looking how").contains("Show result");
        apply(wizard);
        eventuallySays("change-verdict", "Done");
        assertThat(wizard.made().test(node(wizard.nodes().getFirst()))).as(wizard.title()).isFalse();
        press("Previous result");
        eventuallySays("change-verdict", "Failed after ");
        press("Next result");
        eventuallySays("change-verdict", "Done");
    }

    private void toTheEnd(Wizard wizard) throws Exception {
        apply(wizard);
        eventuallySays("change-verdict", "Done");
        assertThat(ending()).as(wizard.title()).isEqualTo("done");
        for (var node : wizard.nodes()) {
            assertThat(wizard.made().test(node(node))).as(wizard.title() + " " + node).isTrue();
        }
    }

    /** The server does what is asked, and nobody hears of it. */
    private void cutOffWhenItWasDone(Wizard wizard) throws Exception {
        eventuallySays("change", "Dry run passed");
        var mend = SimulatedHttpServerFaults.of(cluster).addFault(SENT,
                new SimulatedHttpServerFault.TruncatedResponseFault(0));
        apply(wizard);
        eventuallySays("change", "Retry step");
        mend.run();
        assertThat(wizard.made().test(node(wizard.nodes().getFirst()))).as(wizard.title()).isTrue();
        press("Stop here");
        eventuallySays("change-verdict", "outcome of 1 step unknown");
        assertThat(ending()).as(wizard.title()).isEqualTo("unknown");
    }

    private static Node meddled(Wizard wizard, Node node) {
        wizard.another().accept(node);
        return node;
    }

    /** How the journal says that the last run ended. */
    private String ending() throws Exception {
        return clusterSelection.changeJournal().entries().reversed().stream()
                .filter(entry -> entry.event() == ChangeJournalEntry.JournalEvent.ENDED).map(ChangeJournalEntry::result)
                .findFirst().orElse("");
    }

    /** Has what was previewed done, as the button says. */
    private void apply(Wizard wizard) {
        if (onFx(() -> find("change-confirm") != null)) {
            type("change-confirm", wizard.nodes().getFirst());
        }
        eventually("it can be gone on",
                () -> onFx(() -> find("change-next") instanceof Button next && !next.isDisabled()));
        fire("change-next");
    }

    private void leave() {
        fire("change-close");
    }
}
