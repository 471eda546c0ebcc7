package tessera.app;

import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.chart.DemoChart;
import tessera.ui.shell.Destination;

/** Draws the way of a change of the GPU stack's release to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class ReleasePicturesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void begin(String change) {
        eventuallySays("connection", "live");
        onFx(() -> {
            shell.go(Destination.OPERATOR);
            return true;
        });
        eventually("the release is known", () -> onFx(() -> find("operator-change").isVisible()));
        onFx(() -> {
            var menu = (MenuButton) find("operator-change");
            menu.getItems().stream().filter(item -> item.getText().equals(change)).findFirst().orElseThrow().fire();
            return true;
        });
    }

    @Test
    void anUpgrade() throws Exception {
        var chart = DemoChart.write("v26.7.0", home.resolve("charts"));
        begin("Upgrade…");
        type("release-chart", chart.toString());
        type("release-repository", "");
        draw("change-release-choose");
        onFx(() -> {
            shell.node().applyCss();
            choice("value-driver-kernelModuleType").setValue("open");
            return true;
        });
        type("values-search", "driver upgrade");
        draw("change-release-search");
        press("Preview");
        eventually("it is worked out", () -> !words("change").contains("Asking the server"));
        draw("change-release-preview");
    }

    @SuppressWarnings("unchecked")
    private ComboBox<String> choice(String id) {
        Node found = find(id);
        return (ComboBox<String>) found;
    }

    @Test
    void aRollBack() throws Exception {
        begin("Roll back…");
        draw("change-release-back");
    }
}
