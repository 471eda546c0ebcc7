package tessera.app;

import javafx.scene.control.Hyperlink;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator's way from “GPUs are missing” to the reason, on the Operator screen. */
class OperatorJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void follow(String text) {
        eventually("there is a link “" + text + "”", () -> onFx(() -> rootPane.node().lookupAll(".hyperlink").stream()
                .anyMatch(node -> node instanceof Hyperlink link && link.getText().startsWith(text))));
        onFx(() -> {
            rootPane.node().lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                    .filter(link -> link.getText().startsWith(text)).findFirst().orElseThrow().fire();
            return true;
        });
    }

    @Test
    void theFirstBrokenLinkIsExplainedByItsOwnLogAndLeadsToItsPod() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.OPERATOR);
            return true;
        });
        eventuallySays("operator-cards", "gpu-operator · revision 7");
        eventuallySays("operator-cards", "Not ready | Driver and 5 more");
        eventuallySays("operator-detail", "The driver cannot be built for this kernel");
        eventuallySays("operator-log", "× E: Unable to locate package linux-headers-6.8.0-79-generic");
        eventuallySays("operator-detail", "driver.usePrecompiled");
        assertThat(onFx(() -> ((TableView<?>) find("operator-table")).getColumns().stream()
                .filter(column -> column.getStyleClass().contains("failing-column")).map(TableColumn::getId).toList()))
                .as("columns that are told from the rest").containsExactly("operator-table-DRIVER");

        follow("Toolkit");
        eventuallySays("operator-detail", "nvidia-container-toolkit-daemonset-");
        follow("Driver");
        follow("nvidia-driver-daemonset-");
        eventuallySays("inspector", "CrashLoopBackOff");
    }
}
