package tessera.app;

import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may look into one namespace alone sees its quotas, and that it is not known what is free. */
class OneNamespaceWindowTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String user() {
        return "nobody";
    }

    @Override
    String kubeconfig() {
        return super.kubeconfig().replace("user: nobody", "user: nobody\n    namespace: research");
    }

    @Override
    void prepare() {
        Colleague.letsEdit(colleague, user(), "research");
    }

    @Test
    void quotasAreShownWithoutWhatIsFreeOnNodes() {
        onFx(() -> {
            rootPane.goTo(ScreenDestination.QUOTAS);
            return true;
        });
        eventually("its quota is shown", () -> words("quota-table").contains("research"));
        assertThat(words("quota-table")).contains("unknown");
        eventuallySays("quota-bounds", "Free capacity of nodes unknown: You may not list nodes");
        eventuallySays("quota-bounds", "Some objects cannot be read");
        assertThat(words("quota-bounds")).as("what may not be read is told in one line").contains(
                "You may not list clusterqueues.kueue.x-k8s.io, limitranges or resourcequotas in the whole cluster")
                .containsOnlyOnce("Ask for a Role or ClusterRole that allows this request");
    }

    @Test
    void whyAQuotaMayNotBeChangedTakesNoRoomFromIt() {
        onFx(() -> {
            rootPane.goTo(ScreenDestination.QUOTAS);
            return true;
        });
        eventuallySays("quota-bounds", "You may not change resourcequotas in research");
        assertThat(onFx(() -> find("quota-edit-team").isDisabled())).isTrue();
        eventually("nothing is cut at the right", () -> onFx(() -> {
            var bounds = find("quota-bounds");
            bounds.getScene().getRoot().layout();
            return bounds.localToScene(bounds.getLayoutBounds()).getMaxX() <= bounds.getScene().getWidth();
        }));
        assertThat(onFx(
                () -> find("quota-bounds").lookupAll(".text").stream().map(text -> ((Text) text).getText()).toList()))
                .contains("team", "13 of 32");
    }

    @Test
    void whoSeesOneNamespaceIsNotAskedWhichIsMeant() {
        eventuallySays("connection", "live");
        eventually("it may be made", () -> {
            call("poddisruptionbudget");
            return onFx(() -> find("keep-namespace") != null);
        });
        eventually("its namespace stands there", () -> onFx(
                () -> find("keep-namespace") instanceof TextField field && field.getText().equals("research")));
    }

    @Test
    void whatCouldNotBeReadForAWhileIsReadOnceTheClusterAnswersAgain() {
        onFx(() -> {
            rootPane.goTo(ScreenDestination.QUOTAS);
            return true;
        });
        eventually("its quota is shown", () -> words("quota-table").contains("research"));
        var outage = SimulatedHttpServerFaults.of(cluster).addFault(
                ".*(poddisruptionbudgets|selfsubjectaccessreviews).*",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "out for lunch"));
        onFx(() -> {
            ((TableView<?>) find("quota-table")).getSelectionModel().select(0);
            return true;
        });
        eventuallySays("quota-bounds", "out for lunch");
        outage.run();
        eventually("it is read", () -> !words("quota-bounds").contains("out for lunch"));
    }

    @Test
    void whatWasReadStaysWithItsAgeWhereTheConnectionIsLost() {
        onFx(() -> {
            rootPane.goTo(ScreenDestination.QUOTAS);
            return true;
        });
        eventually("its quota is shown", () -> words("quota-table").contains("research"));
        cluster.close();
        eventually("it is told to be old", () -> words("quota-sums").matches("(?s)read \\d+ s ago, not current: .*"));
        assertThat(words("quota-table")).contains("research");
    }

    @Test
    void aManifestIsNotCheckedAgainstNodesThatAreNotSeenAndThatIsSaid() {
        eventuallySays("connection", "live");
        beginLaunch();
        eventuallySays("launch-findings", "No lint findings");
        assertThat(words("launch-findings"))
                .contains("Nodes cannot be listed, so device quantities, labels, drivers and taints are not checked");
    }
}
