package tessera.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.Options;
import tessera.demo.scenario.Scenario;
import tessera.ui.change.mig.MigSituation.Offer;
import tessera.ui.kit.Pictures;
import tessera.ui.kit.Theme;

/** Draws how GPUs are divided anew to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class MigPicturesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    Options options() {
        return Options.usual().withLife(false).withFaults(List.of(Scenario.parse("wedged-mig=h100-07").orElseThrow()));
    }

    private void draw(String name) throws Exception {
        for (var dressed : Theme.values()) {
            for (var size : List.of(new int[] {1440, 900}, new int[] {1920, 1080})) {
                onFx(() -> {
                    var window = (Stage) shell.node().getScene().getWindow();
                    dressed.dress(shell.node().getScene());
                    window.setWidth(size[0]);
                    window.setHeight(size[1]);
                    return true;
                });
                WaitForAsyncUtils.waitForFxEvents();
                var image = onFx(() -> shell.node().getScene().snapshot(null));
                Pictures.save(image, Path.of("target", "gallery",
                        "%s-%d-%s.png".formatted(name, size[0], dressed.name().toLowerCase(Locale.ROOT))));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private ListView<Offer> configs() {
        return (ListView<Offer>) find("mig-configs");
    }

    private void choose(String config) {
        eventually(config + " is offered", () -> onFx(() -> configs() != null
                && configs().getItems().stream().anyMatch(offer -> offer.name().equals(config))));
        onFx(() -> {
            configs().getItems().stream().filter(offer -> offer.name().equals(config)).findFirst()
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
        begin("h100-07", "Mend MIG…");
        eventuallySays("change", "Restart the MIG manager");
        draw("mig-mend");
    }

    @Test
    void aLayoutOfOnesOwn() throws Exception {
        begin("h100-05", "Change MIG layout…");
        eventuallySays("mig-drawing", "in the way");
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
