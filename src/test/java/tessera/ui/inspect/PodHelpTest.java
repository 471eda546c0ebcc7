package tessera.ui.inspect;

import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.model.ObjectRef;
import tessera.scheduling.SchedulingRemedy;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.ui.Stage;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** How what would help a pod stands in the inspector. */
class PodHelpTest {

    @BeforeAll
    static void start() {
        Stage.start();
    }

    /** Where the button of a suggestion begins, in an inspector as wide as usual. */
    private static double button(String text) {
        var remedyList = Stage.fx(() -> {
            var made = new PendingPodRemedyPane("helps", "section-title");
            made.setRemedies((pod, remedy) -> List.of(new OfferedChange("Show h100-08", () -> {}, Optional.empty())));
            made.show(ObjectRef.pod("ml", "train"),
                    List.of(new SchedulingRemedy("Stands with the verdict", "",
                            new SchedulingRemedyChange.RepairNodeAction("h100-01")),
                            new SchedulingRemedy(text, "", new SchedulingRemedyChange.RepairNodeAction("h100-08"))));
            return made;
        });
        Stage.draw(Stage.fx(() -> new StackPane(remedyList.node())), ColorTheme.DARK, 394, 200);
        return Stage.fx(() -> {
            var button = (Button) remedyList.node().lookup(".button");
            return button.localToScene(button.getLayoutBounds()).getMinX();
        });
    }

    @Test
    void longWordsHaveTheirWholeLineAndTheirButtonBelow() {
        assertThat(button("Uncordon h100-08: it is as the pod wants it")).isGreaterThan(200);
        assertThat(button(
                "Look after h100-08: it has enough devices, but not all of them are healthy; that alone does not "
                        + "help, as other pods hold 6 of nvidia.com/gpu"))
                .isLessThan(40);
    }
}
