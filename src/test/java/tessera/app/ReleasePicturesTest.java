package tessera.app;

import javafx.scene.control.MenuButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.ui.shell.ScreenDestination;

/** Draws how a GPU stack is installed to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class ReleasePicturesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    SimulationOptions options() {
        return super.options().withSpeed(60);
    }

    private boolean offers(String text) {
        var menu = (MenuButton) find("operator-change");
        return menu.isVisible() && menu.getItems().stream().anyMatch(item -> item.getText().equals(text));
    }

    @Test
    void anInstallation() throws Exception {
        eventuallySays("connection", "live");
        eventually("nodes are there", () -> clusterSelection.snapshots().get().findNode("h100-01").isPresent());
        var runner = clusterSelection.clusterServices().planRunner();
        runner.apply(runner.preview(new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL)))
                .awaitReceipt();
        onFx(() -> {
            rootPane.goTo(ScreenDestination.OPERATOR);
            return true;
        });
        eventually("it can be installed", () -> onFx(() -> offers("Install…")));
        onFx(() -> {
            var menu = (MenuButton) find("operator-change");
            menu.getItems().getFirst().fire();
            return true;
        });
        toggle("values-page-preflight");
        eventuallySays("preflight-checks", "Secure Boot");
        draw("operator-install-preflight");
        toggle("values-page-platform");
        eventuallySays("platform-values", "because");
        draw("operator-install-platform");
        press("Use these values");
        draw("operator-install-values");
        toggle("release-origin-disk");
        type("release-path", SimulatedGpuOperatorChart.writeChart("v26.7.0", home.resolve("charts")).toString());
        toggle("values-page-images");
        type("images-registry", "registry.example:5000/mirror");
        press("List images");
        eventuallySays("images", "7 images");
        draw("operator-install-images");
        press("Preview");
        eventually("it was rehearsed", () -> words("change").contains("Dry run passed"));
        draw("operator-install-preview");
        press("Install gpu-operator v26.7.0 in gpu-operator");
        eventuallySays("change", "nvidia-device-plugin-daemonset");
        draw("operator-install-run");
        press("Stop");
        eventually("it has ended", () -> !words("change-verdict").isEmpty());
        draw("operator-install-receipt");
        press("Close");
        eventually("another can be changed", () -> onFx(() -> offers("Change another release…")));
        onFx(() -> {
            var menu = (MenuButton) find("operator-change");
            menu.getItems().getLast().fire();
            return true;
        });
        eventuallySays("change", "gpu-operator in gpu-operator");
        draw("operator-another-release");
    }
}
