package tessera.ui.kit;

import java.util.List;
import javafx.collections.FXCollections;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.controlsfx.control.PopOver.ArrowLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** What pops up over a window, on a desktop that does not composite: there what is transparent is white. */
@ExtendWith(ApplicationExtension.class)
class PoppedUpTest {

    private Button button;
    private ComboBox<String> choice;

    @Start
    void open(Stage stage) {
        button = new Button("Columns");
        choice = new ComboBox<>(FXCollections.observableArrayList("NoSchedule", "NoExecute"));
        var scene = new Scene(new VBox(100, button, choice), 600, 400);
        ColorTheme.DARK.applyTo(scene);
        stage.setScene(scene);
        stage.show();
    }

    private List<Color> corners(Runnable shown) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, shown);
        WaitForAsyncUtils.waitForFxEvents();
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var popup = Window.getWindows().stream().filter(PopupWindow.class::isInstance).findFirst().orElseThrow();
            var parameters = new SnapshotParameters();
            parameters.setFill(Color.TRANSPARENT);
            var picture = popup.getScene().getRoot().snapshot(parameters, null);
            var pixels = picture.getPixelReader();
            // The last pixel is half filled where text is as wide as it is.
            int right = (int) picture.getWidth() - 2;
            int bottom = (int) picture.getHeight() - 2;
            return List.of(pixels.getColor(0, 0), pixels.getColor(right, 0), pixels.getColor(0, bottom),
                    pixels.getColor(right, bottom));
        });
    }

    private static void filled(List<Color> corners) {
        assertThat(corners).allSatisfy(corner -> assertThat(corner.getOpacity()).isGreaterThan(0.9));
    }

    @Test
    void aMenuFillsItsWindow() {
        filled(corners(() -> new ContextMenu(new MenuItem("Delete pod…")).show(button, 100, 100)));
    }

    @Test
    void choicesFillTheirWindow() {
        filled(corners(choice::show));
    }

    @Test
    void aPaneBelowAButtonFillsItsWindow() {
        filled(corners(
                () -> FloatingPopOver.create(new StackPane(new Label("Node")), ArrowLocation.TOP_LEFT).show(button)));
    }

    @Test
    void aTooltipFillsItsWindow() {
        filled(corners(() -> new Tooltip("Copy the address").show(button, 100, 100)));
    }

    @Test
    void manyWordsAreTakenOnSeveralLines() {
        WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> TooltipFactory.createTooltip("Internal error occurred: ".repeat(20)).show(button, 100, 100));
        WaitForAsyncUtils.waitForFxEvents();

        var shown = WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> Window.getWindows().stream().filter(PopupWindow.class::isInstance).findFirst().orElseThrow());
        assertThat(shown.getWidth()).isLessThan(500);
        assertThat(shown.getHeight()).isGreaterThan(30);
        assertThat(shown.getScene().getRoot().lookupAll(".text"))
                .allSatisfy(text -> assertThat(((Text) text).getText()).doesNotContain("..."));
    }
}
