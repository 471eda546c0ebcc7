package tessera.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.model.ObjectRef;
import tessera.ui.kit.Pictures;
import tessera.ui.kit.Theme;

/** Draws the way of a change to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class ChangePicturesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
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

    private void begin(String node, String change) {
        eventuallySays("connection", "live");
        eventually("the fleet is there", () -> desk.snapshots().get().node(node).isPresent());
        WaitForAsyncUtils.waitForAsyncFx(5000, () -> shell.inspect(ObjectRef.node(node)));
        onFx(() -> {
            var menu = (MenuButton) find("change-menu");
            menu.getOnShowing().handle(null);
            menu.getItems().stream().filter(item -> item.getText().equals(change)).findFirst().orElseThrow().fire();
            return true;
        });
    }

    private void press(String words) {
        eventually("there is a button “" + words + "”", () -> onFx(() -> button(words) != null));
        onFx(() -> {
            ((Button) button(words)).fire();
            return true;
        });
    }

    private Node button(String words) {
        return find("change").lookupAll(".button").stream()
                .filter(button -> button instanceof Button known && words.equals(known.getText())
                        && !known.isDisabled())
                .findFirst().orElse(null);
    }

    @Test
    void aTaint() throws Exception {
        begin("l40s-01", "Taint…");
        draw("change-taint-choose");
        onFx(() -> {
            ((TextField) find("taint-key")).setText("dedicated");
            ((TextField) find("taint-value")).setText("gpu");
            return true;
        });
        press("Preview");
        eventuallySays("change", "Dry run passed");
        draw("change-taint-preview");
        press("Taint l40s-01: dedicated=gpu:NoSchedule");
        eventuallySays("change-verdict", "Done");
        draw("change-taint-receipt");
    }

    @Test
    void aDrain() throws Exception {
        begin("mi300x-01", "Drain…");
        draw("change-drain-choose");
        press("Preview");
        eventually("it is worked out", () -> !words("change").contains("Asking the server"));
        draw("change-drain-refused");
        press("Back");
        onFx(() -> {
            ((CheckBox) find("drain-unmanaged")).setSelected(true);
            ((CheckBox) find("drain-local-data")).setSelected(true);
            return true;
        });
        press("Preview");
        eventuallySays("change", "by a disruption budget");
        draw("change-drain-preview");
        onFx(() -> {
            ((TextField) find("change-confirm")).setText("mi300x-01");
            return true;
        });
        press("Drain mi300x-01");
        eventually("it goes on", () -> words("change").contains("done"));
        draw("change-drain-running");
        press("Stop");
        eventuallySays("change-verdict", "");
        draw("change-drain-receipt");
    }
}
