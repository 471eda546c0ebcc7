package tessera.ui.kit;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** The height of two parts side by side. */
class ResponsiveSplitTest {

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @Test
    void heightFollowsAPartThatGrows() {
        var heights = Stage.fx(() -> {
            var first = new Region();
            first.setPrefSize(100, 30);
            var second = new Region();
            second.setPrefSize(80, 20);
            var split = new ResponsiveSplit(first, second, Pos.TOP_LEFT, 8, 100);
            double before = split.prefHeight(400);
            first.setPrefHeight(90);
            return List.of(before, split.prefHeight(400));
        });

        assertThat(heights).containsExactly(30.0, 90.0);
    }
}
