package tessera.ui.kit;

import java.util.stream.IntStream;
import javafx.collections.FXCollections;
import javafx.scene.Scene;
import javafx.scene.control.ListView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** A list of which one row is selected, above a foot that opens. */
@ExtendWith(ApplicationExtension.class)
class SelectedInSightTest {

    private ListView<Integer> list;
    private BorderPane window;

    @Start
    void open(Stage stage) {
        list = new ListView<>(FXCollections.observableArrayList(IntStream.range(0, 100).boxed().toList()));
        list.setFixedCellSize(30);
        SelectionScroller.install(list, list.getSelectionModel()::getSelectedIndex);
        window = new BorderPane(list);
        stage.setScene(new Scene(window, 400, 600));
        stage.show();
    }

    private void openFoot(FxRobot robot, int selected, int from) {
        robot.interact(() -> {
            list.getSelectionModel().select(selected);
            list.scrollTo(from);
        });
        robot.interact(() -> {
            var foot = new Region();
            foot.setPrefHeight(340);
            window.setBottom(foot);
        });
        WaitForAsyncUtils.waitForFxEvents();
    }

    private VirtualFlow<?> flow() {
        return (VirtualFlow<?>) list.lookup(".virtual-flow");
    }

    @Test
    void theRowThatWasSelectedIsStillSeen(FxRobot robot) {
        openFoot(robot, 15, 0);

        assertThat(flow().getFirstVisibleCell().getIndex()).isLessThanOrEqualTo(15);
        assertThat(flow().getLastVisibleCell().getIndex()).isGreaterThanOrEqualTo(15);
    }

    @Test
    void theListDoesNotGoBackToARowThatWasOutOfSight(FxRobot robot) {
        openFoot(robot, 2, 40);

        assertThat(flow().getFirstVisibleCell().getIndex()).isGreaterThanOrEqualTo(40);
    }
}
