package tessera.ui.inspect;

import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.ui.inspect.InspectorState.InspectorNameValue;

import static org.assertj.core.api.Assertions.assertThat;

/** What is too long for a line of the inspector, such as the name of an image. */
@ExtendWith(ApplicationExtension.class)
class LongValueTest {

    private static final String IMAGE = "registry.example/research/pytorch:2.10.0-cuda12.8-cudnn9-runtime";
    private static final double WIDTH = 360;

    @SuppressWarnings("NullAway.Init") // every test begins with showing it
    private Parent grid;

    @Start
    void open(Stage stage) {
        grid = InspectorPageElementFactory.factsGrid(List.of(new InspectorNameValue("Image", IMAGE)));
        stage.setScene(new Scene(grid, WIDTH, 200));
        stage.show();
    }

    private List<Label> labels() {
        return grid.lookupAll(".label").stream().map(Label.class::cast).toList();
    }

    private static double right(Node node) {
        return node.localToScene(node.getBoundsInLocal()).getMaxX();
    }

    @Test
    void aNameOfAnImageIsBrokenAfterASignAndWhollySeen() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, grid::layout);

        double line = labels().getFirst().getHeight();
        assertThat(labels()).allSatisfy(label -> {
            assertThat(label.getHeight()).as("no word goes on in the next line: " + label.getText()).isEqualTo(line);
            assertThat(right(label)).isLessThanOrEqualTo(WIDTH);
        });
        assertThat(labels().stream().skip(1).map(Label::getText).collect(Collectors.joining())).isEqualTo(IMAGE);
        assertThat(labels().stream().map(label -> label.localToScene(0, 0).getY()).distinct()).hasSizeGreaterThan(1);
    }

    @Test
    void whatMayNotBeReadIsNamedToItsEnd() {
        var refused = "You may not get pytorchjobs.kubeflow.org in the namespace “ml-platform”";
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            grid = InspectorPageElementFactory.section(refused);
            new Scene(grid, WIDTH, 200);
            grid.applyCss();
            grid.layout();
        });

        assertThat(((Text) labels().getFirst().lookup(".text")).getText()).isEqualTo(refused);
    }
}
