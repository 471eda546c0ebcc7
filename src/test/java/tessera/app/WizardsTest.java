package tessera.app;

import io.fabric8.kubernetes.api.model.Node;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.http.Fault;
import tessera.plan.journal.Entry;

import static org.assertj.core.api.Assertions.assertThat;

/** What can go wrong with any change of nodes goes wrong with each of them, and the window says so. */
class WizardsTest extends WizardWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private Node node(String name) {
        return colleague.nodes().withName(name).get();
    }

    @Test
    void whatAColleagueChangedBetweenPreviewAndRunIsNotOverwritten() {
        for (var wizard : wizards()) {
            preview(wizard);
            eventuallySays("change", "Dry run passed");
            var those = colleague.nodes().withName(wizard.node());
            if (wizard.title().startsWith("Advertise")) {
                those.editStatus(node -> meddled(wizard, node));
            } else {
                those.edit(node -> meddled(wizard, node));
            }
            apply(wizard);
            eventuallySays("change", "Try the step again");
            press("Stop here");
            eventuallySays("change-verdict", "It went wrong when 0 of ");
            press("Plan again");
            eventually(wizard.title() + " is planned from what is so now",
                    () -> words("change").contains("Dry run passed")
                            || words("change").contains("All is as wanted already")
                            || words("change").contains("A change of MIG is under way"));
            leave();
        }
    }

    private static Node meddled(Wizard wizard, Node node) {
        wizard.another().accept(node);
        return node;
    }

    @Test
    void aConnectionThatIsLostIsNotCalledDoneNorFailed() throws Exception {
        int noted = desk.journal().entries().size();
        for (var wizard : wizards()) {
            preview(wizard);
            eventuallySays("change", "Dry run passed");
            var mend = cluster.faults().order("PATCH .*", new Fault.Cut(0));
            apply(wizard);
            eventuallySays("change", "Try the step again");
            mend.run();
            press("Stop here");
            eventuallySays("change-verdict", "it is not known");
            leave();
        }
        assertThat(desk.journal().entries().stream().skip(noted))
                .filteredOn(entry -> entry.event() == Entry.Event.ENDED)
                .extracting(Entry::result).containsOnly("unknown").hasSize(wizards().size());
    }

    @Test
    void whatIsPreviewedWhenReadOnlyModeBeginsIsRefusedAndNoted() throws Exception {
        int noted = desk.journal().entries().size();
        for (var wizard : wizards()) {
            preview(wizard);
            eventuallySays("change", "Dry run passed");
            var before = node(wizard.node()).getMetadata().getLabels();
            WaitForAsyncUtils.waitForAsyncFx(60_000, () -> desk.wantReadOnly(true));
            apply(wizard);
            eventuallySays("change", "Read-only mode");
            assertThat(node(wizard.node()).getMetadata().getLabels()).isEqualTo(before);
            leave();
            WaitForAsyncUtils.waitForAsyncFx(60_000, () -> desk.wantReadOnly(false));
        }
        assertThat(desk.journal().entries().stream().skip(noted)).extracting(Entry::event)
                .as("nothing was begun").containsOnly(Entry.Event.REFUSED).hasSize(wizards().size());
    }
}
