package tessera.app;

import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;
import tessera.ui.change.mig.NodeStateBeforeMigChange.CommonMigConfiguration;

/** Draws how GPUs are divided anew to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class MigPicturesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    SimulationOptions options() {
        return SimulationOptions.defaultOptions().withActivity(false)
                .withFaults(List.of(SimulatedGpuStackFaultScenario.parse("wedged-mig=h100-07").orElseThrow()));
    }

    @SuppressWarnings("unchecked")
    private ListView<CommonMigConfiguration> configs() {
        return (ListView<CommonMigConfiguration>) find("mig-configs");
    }

    private void choose(String config) {
        eventually(config + " is offered", () -> onFx(() -> configs() != null
                && configs().getItems().stream().anyMatch(configuration -> configuration.name().equals(config))));
        onFx(() -> {
            configs().getItems().stream().filter(configuration -> configuration.name().equals(config)).findFirst()
                    .ifPresent(configs().getSelectionModel()::select);
            return true;
        });
    }

    @Test
    void anOfferedConfiguration() throws Exception {
        begin("a100-02", "Change MIG layout…");
        choose("all-3g.40gb");
        draw("mig-choose");
        check("mig-unmanaged");
        check("mig-local-data");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        draw("mig-preview");
    }

    @Test
    void aChangeThatHangs() throws Exception {
        begin("h100-07", "Repair MIG…");
        eventuallySays("change", "Restart the MIG manager");
        draw("mig-mend");
    }

    @Test
    void aLayoutOfOnesOwn() throws Exception {
        begin("h100-05", "Change MIG layout…");
        eventuallySays("mig-drawing", "to evict");
        onFx(() -> {
            ((ToggleButton) find("mig-manner-own")).fire();
            ((TextField) find("mig-requests")).setText("4x3g.40gb,9x1g.10gb,2x2g.20gb");
            ((Button) find("mig-serve")).fire();
            ((ToggleButton) find("mig-size-1g-10gb")).setSelected(true);
            return true;
        });
        draw("mig-compose");
        check("mig-unmanaged");
        check("mig-local-data");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        draw("mig-compose-preview");
    }
}
