package tessera.app;

import java.util.List;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who sees all of a cluster and may change nodes, but end no pod, reads on every screen what is not theirs to do. */
class RightsOverNodesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String user() {
        return "viewer";
    }

    @Override
    void prepare() {
        Colleague.lets(colleague, user(), "see-and-label",
                Colleague.rule(List.of("get", "list", "watch"), "", "nodes", "secrets", "configmaps"),
                Colleague.rule(List.of("get", "list"), "nvidia.com", "clusterpolicies"),
                Colleague.rule(List.of("patch"), "", "nodes"));
    }

    private void go(ScreenDestination destination) {
        onFx(() -> {
            rootPane.goTo(destination);
            return true;
        });
    }

    @Test
    void everyScreenTellsWhatIsNotTheirs() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.inspect(ObjectRef.node("h100-01"));
            return true;
        });
        eventually("a drain takes more than nodes", () -> offers().stream().map(MenuItem::getText)
                .anyMatch("Drain…   (You may not create pods/eviction)"::equals));
        assertThat(offers()).extracting(MenuItem::getText).contains("Cordon…", "Taint…", "Share GPUs…");

        go(ScreenDestination.SHARING);
        eventuallySays("sharing-against", "You may not change device plugin configurations");
        assertThat(onFx(() -> find("sharing-new").isDisabled())).isTrue();
        assertThat(onFx(() -> find("sharing-share").isDisabled())).as("labels of nodes are enough").isFalse();

        go(ScreenDestination.OPERATOR);
        eventually("the release is not theirs", () -> onFx(() -> find("operator-change") instanceof MenuButton menu
                && menu.getItems().stream().anyMatch(item -> item.isDisable()
                        && item.getText().equals("Upgrade…   (You may not upgrade releases in gpu-operator)"))));

        go(ScreenDestination.QUOTAS);
        eventuallySays("quota-against", "You may not create namespaces");
        assertThat(onFx(() -> find("quota-team").isDisabled())).isTrue();

        go(ScreenDestination.DOCTOR);
        eventually("what would mend is told with the reason against it", () -> words("doctor-findings")
                .contains("Change quota vision/team… (You may not change resourcequotas in vision)"));
        assertThat(words("doctor-findings")).contains("Uncordon h100-07…").doesNotContain("Uncordon h100-07… (");
    }
}
