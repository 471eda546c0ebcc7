package tessera.ui.kit;

import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.Scene;
import javafx.scene.control.ListView;
import javafx.scene.layout.StackPane;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** A list to choose from is as high as what there is to choose. */
@ExtendWith(ApplicationExtension.class)
class ListPickerTest {

    private ListPicker picker;

    @Start
    void open(Stage stage) {
        picker = new ListPicker("cluster", () -> {}, title -> {});
        var scene = new Scene(new StackPane(picker.node()), 600, 600);
        ColorTheme.DARK.applyTo(scene);
        stage.setScene(scene);
        stage.show();
    }

    private double height(int choices) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            picker.offer(IntStream.range(0, choices)
                    .mapToObj(number -> new ListPicker.PickerChoice("cluster-" + number, "", "")).toList(), "");
            picker.node().fire();
        });
        WaitForAsyncUtils.waitForFxEvents();
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var popup = Window.getWindows().stream().filter(PopupWindow.class::isInstance).findFirst().orElseThrow();
            double height = ((ListView<?>) popup.getScene().lookup("#cluster-list")).getHeight();
            popup.hide();
            return height;
        });
    }

    @Test
    void fewChoicesLeaveNoEmptyListAndManyNoneThatRunsOutOfTheWindow() {
        assertThat(List.of(height(2), height(5))).containsExactly(60.0, 150.0);
        assertThat(height(400)).isEqualTo(300);
    }
}
