package tessera.app;

import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may see nodes and not how sharing is set up sees as much as may be seen, and who refuses the rest. */
class SharingForbiddenTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String user() {
        return "nodeadmin";
    }

    @Test
    void nodesAreShownAndTheRestIsRefusedInTheServersWords() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.SHARING);
            return true;
        });
        eventuallySays("sharing-configs", "You may not list daemonsets.apps in the namespace “gpu-operator”");
        eventuallySays("sharing-sums", "22 nodes");

        begin("b200-02", "Share GPUs…");
        press("Preview");
        eventuallySays("change", "You may not list daemonsets.apps");
        assertThat(words("change")).contains("Plan again").doesNotContain("Share GPUs of b200-02");
    }
}
