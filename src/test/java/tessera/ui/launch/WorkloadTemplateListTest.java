package tessera.ui.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** A long list of templates, with those of the user. */
@ExtendWith(ApplicationExtension.class)
class WorkloadTemplateListTest {

    private WorkloadTemplateList templates;

    @Start
    void open(Stage stage) {
        templates = new WorkloadTemplateList(template -> "", template -> {});
        var scene = new Scene((Parent) templates.node(), 230, 560);
        ColorTheme.DARK.applyTo(scene);
        stage.setScene(scene);
        stage.show();
        templates.selectFirst();
        templates.focus();
    }

    @SuppressWarnings("unchecked")
    private ListView<WorkloadTemplate> list() {
        return (ListView<WorkloadTemplate>) templates.node().lookup("#launch-templates");
    }

    private double hidden() {
        var list = list();
        var cell = list.lookupAll(".list-cell").stream().map(ListCell.class::cast)
                .filter(each -> Objects.equals(each.getItem(), list.getItems().getLast())).findFirst().orElseThrow();
        return cell.localToScene(cell.getLayoutBounds()).getMaxY()
                - list.localToScene(list.getLayoutBounds()).getMaxY();
    }

    @Test
    void theLastIsReadWholeWhenOneGoesToTheEnd(FxRobot robot, @TempDir Path folder) throws IOException {
        for (int each = 0; each < 40; each++) {
            var text = "One of ours that does something useful ".repeat(1 + each % 5);
            Files.writeString(folder.resolve("own-%02d.yaml".formatted(each)), """
                    title: Ours %d
                    description: %s
                    parameters:
                      name: ours
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata:
                      name: ${name}
                    spec:
                      containers: [{name: main, image: busybox}]
                    """.formatted(each, text));
        }
        robot.interact(() -> templates.offer(WorkloadTemplateLibrary.withFolder(folder)));
        assertThat(list().getItems().size()).isGreaterThan(60);
        robot.type(KeyCode.END);
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(list().getSelectionModel().getSelectedItem()).isSameAs(list().getItems().getLast());
        assertThat(hidden()).isLessThanOrEqualTo(0);
    }
}
