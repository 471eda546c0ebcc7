package tessera.ui.change;

import javafx.scene.Node;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import tessera.plan.RunState;
import tessera.ui.kit.ScrolledPage;

/** A change while it runs. */
final class RunPane {

    private final ProgressBar bar = new ProgressBar(0);
    private final VBox content = ChangePageParts.section();
    private final ScrollPane node = ScrolledPage.fullHeightPane(content);

    RunPane() {
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.getStyleClass().add("run-bar");
    }

    Node node() {
        return node;
    }

    void show(RunState state) {
        bar.setProgress(state.steps().isEmpty() ? 1 : (double) state.countDone() / state.steps().size());
        content.getChildren().setAll(StepList.progressLabel(state.steps()), bar, StepList.runningSteps(state.steps()));
    }
}
