package tessera.app;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.environment.SimulatedClusterVariant;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator sees through the window why a claim waits, and frees the devices that another left behind. */
class ClaimsWindowTest extends OperatedWindow {

    private static final String LEFT_BEHIND = "Delete the unused ResourceClaim ml/left-behind (gpu-3). ";

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    SimulationOptions options() {
        return super.options().withEnvironment(Optional.of(SimulatedClusterVariant.DRA));
    }

    private void choose(String claim) {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.CLAIMS);
            return true;
        });
        eventuallySays("claims-table", claim);
        onFx(() -> {
            var table = (TableView<?>) find("claims-table");
            for (int row = 0; row < table.getItems().size(); row++) {
                if (table.getItems().get(row).toString().contains("name=" + claim + ",")) {
                    table.getSelectionModel().select(row);
                }
            }
            return true;
        });
        eventuallySays("claim-pane", claim);
    }

    private void help(String change) {
        eventually("there is a button “" + change + "”", () -> onFx(() -> helping(change).isPresent()));
        onFx(() -> {
            helping(change).orElseThrow().fire();
            return true;
        });
    }

    private Optional<Button> helping(String change) {
        return find("claim-pane").lookupAll(".button").stream().map(Button.class::cast)
                .filter(button -> change.equals(button.getText()) && !button.isDisabled()).findFirst();
    }

    private boolean isThere(String claim) {
        return colleague.resources(ResourceClaim.class).inNamespace("ml").withName(claim).get() != null;
    }

    @Test
    void aClaimThatWaitsNamesTheLeakedOneWhoseDeletionHelps() {
        choose("eight");
        eventuallySays("claim-pane", LEFT_BEHIND + "The pod then fits on h200-2.");
        assertThat(words("claim-pane")).contains("Closest matches", "h200-2", "7 free");

        help("Delete ResourceClaim left-behind…");
        eventuallySays("change", "Dry run passed");
        assertThat(isThere("left-behind")).as("nothing is sent by a preview").isTrue();
        press("Delete ResourceClaim/left-behind in ml");
        eventually("it is gone", () -> !isThere("left-behind"));
    }

    @Test
    void aLeakedClaimTellsWhereItsDevicesAreAndHowToFreeThem() {
        choose("left-behind");
        eventuallySays("claim-pane", LEFT_BEHIND + "Other pods can then use the devices");
        assertThat(words("claim-pane")).contains("Devices", "1 of 8 used");
        assertThat(onFx(() -> find("claim-pane").lookupAll(".pool-tile.chosen").size())).isEqualTo(1);
        assertThat(onFx(() -> find("claims-cards").lookupAll(".pool-card.chosen").size())).isEqualTo(1);
    }

    @Test
    void anEmptyTableSaysWhyNoClaimIsListed() {
        choose("eight");
        onFx(() -> {
            ((ToggleButton) find("claims-segment-admin")).fire();
            return true;
        });
        eventuallySays("claims-table", "No claim under “Admin”");
    }

    @Test
    void aDeviceThatALeakedClaimKeepsIsNotShownAsFree() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.GPUS);
            return true;
        });
        eventuallySays("devices-table", "claim ml/left-behind");
    }
}
