package tessera.ui.shell;

import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.text.Font;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;
import tessera.ui.shell.StatusBar.FixedWidthLabel;

import static org.assertj.core.api.Assertions.assertThat;

/** How wide the clock is. */
class FixedWidthLabelTest {

    @Test
    void itIsAsWideAsItsLettersWantWhenTheSizeOfTextIsChanged() {
        Stage.start();
        var widths = Stage.fx(() -> {
            var clock = new Label("12:00:00");
            clock.setFont(Font.font(12));
            var steady = new FixedWidthLabel(clock);
            var scene = new Scene(new HBox(steady), 400, 60);
            double usual = width(scene, steady);
            clock.setText("1");
            double shorter = width(scene, steady);
            clock.setText("12:00:00");
            clock.setFont(Font.font(24));
            double large = width(scene, steady);
            clock.setFont(Font.font(12));
            return new double[] {usual, shorter, large, width(scene, steady)};
        });

        assertThat(widths[1]).as("whatever it says").isEqualTo(widths[0]);
        assertThat(widths[2]).isGreaterThan(1.8 * widths[0]);
        assertThat(widths[3]).isEqualTo(widths[0]);
    }

    private static double width(Scene scene, FixedWidthLabel steady) {
        scene.getRoot().applyCss();
        scene.getRoot().layout();
        return steady.getWidth();
    }
}
